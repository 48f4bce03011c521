"""Scratch space in which an opponent thinks, and what it remembers from order to order."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Block, Float, Int, Record, array
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import DIRECTIONS, NOBODY, MalayaGround, MalayaState

AXES: Final = 3
"""Ways of Japan to the goal that are watched at most."""
FIELDS: Final = 3
GOAL_FIELD: Final = 0
"""Of infantry; that of armour follows, as their numbers do."""
PRIZE_FIELD: Final = 2
CODE_BITS: Final = 21
CODES: Final = 3
"""Orders in a word of what is remembered."""


class Counters(Record):
    """Lengths of lists, and the age of what was reckoned."""

    version: int
    """Grows whenever a unit is moved in the imagined position."""
    look: int
    """Grows whenever it is looked anew where the enemy can strike."""
    placed: int
    planned: int
    targets: int
    axes: int
    force: int
    path: int
    foremost: int
    """Halves of points from Japan's foremost unit to the goal."""
    stays: int
    """1 while battles are planned in which nobody moves first."""


class MalayaRoom(Block):
    """Scratch space: nothing in it lasts from one order to the next."""

    now: Counters
    heap: Int = array("heap")
    free_of_cost: Int = array("place")
    """Zeros: nothing makes a hex dearer."""
    dear: Int = array("place")
    fields: Int = array(FIELDS, "place")
    field_known: Int = array(FIELDS)
    near: Int = array("place")
    """Halves of points to the nearest enemy on an empty map."""
    aside: Int = array("place")
    """The same to the nearest axis."""
    reach: Int = array("unit", "place")
    """For each unit that can be given a task: see `paths`."""
    takes_part: Int = array("unit")
    """1 for units that can be given a task."""
    stuck: Int = array("unit")
    """1 for those that cannot leave their hexes."""
    start: Int = array("unit")
    onward: Int = array("unit")
    """Halves of points to the goal from where a unit could come without a battle; NOBODY where
    that does not matter."""
    placed: Int = array("unit")
    """Where units that have a task are to stand; NOBODY without one."""
    placed_order: Int = array("unit")
    space: Int = array("place")
    """Stacking points that are free in a hex, as planned."""
    spare: Int = array("place")
    """The same within one battle."""
    points: Int = array("place")
    back: Int = array("place")
    """Enemy zones on the retreat from a hex, as of BACK_VERSION."""
    back_version: Int = array("place")
    force: Int = array("unit")
    """Attackers of the battle that is weighed."""
    force_from: Int = array("unit")
    """The hexes from which they attack."""
    fewer: Int = array("unit")
    """The same without one of them."""
    fewer_from: Int = array("unit")
    best: Int = array("unit")
    best_from: Int = array("unit")
    targets: Int = array("unit")
    planned: Int = array("unit")
    """Targets of planned battles."""
    planned_size: Int = array("unit")
    planned_vacated: Float = array("unit")
    planned_force: Int = array("unit", "unit")
    planned_from: Int = array("unit", "unit")
    shares: Int = array("unit")
    hopes: Float = array("unit")
    higher: Float = array("unit")
    keys: Float = array("slot")
    ties: Int = array("slot")
    axes: Int = array(AXES, "place")
    axis_length: Int = array(AXES)
    on_axis: Int = array(AXES, "plane")
    barred: Int = array(AXES)
    chain: Int = array("place")
    supply: Int = array("place")
    feeds: Int = array("place")
    """1 where a road or railway brings Japan supplies, but for the enemies that are looked at."""
    threat: Float = array("place")
    """By hex, factors of Japan that an enemy there cuts off, or could next turn."""
    strikers: Int = array("unit", "plane")
    """Where each enemy can go."""
    struck: Int = array("plane")
    """Where any can."""
    own_zone: Int = array("plane")
    blow: Int = array("place")
    blow_is_wet: Int = array("place")
    blow_look: Int = array("place")
    slots: Int = array(DIRECTIONS)
    queue: Int = array("place")
    before: Int = array("place")
    depth: Int = array("place")
    path: Int = array("place")
    voyagers: Int = array("unit")
    """1 for units that a voyage is planned for."""
    waiting: Int = array("unit")
    """1 for units that have any choice, or that a plan by sea is about."""


class Room(NamedTuple):
    """What one opponent needs to think, at one time in one thread."""

    scratch: MalayaRoom
    state: MalayaState
    """A position that is only imagined."""


def make_scratch(setting: Setting) -> MalayaRoom:
    """The scratch space of a scenario."""
    rules = setting.ground.rules
    room = MalayaRoom.new(
        heap=(rules.hexes + 1) * (DIRECTIONS + 1),
        place=rules.hexes + 1,
        unit=rules.units,
        slot=rules.units * DIRECTIONS,
        plane=len(setting.start.control),
    )
    room.now.version = room.now.look = 1
    return room


def make_room(setting: Setting) -> Room:
    """Room to think about a scenario."""
    return Room(make_scratch(setting), setting.start.copy())


class Plan(Record):
    """How far the orders to come have been given, and when they were made."""

    next: int
    last: int
    turn: int
    phase: int
    tries: int
    """How often a plan was made anew in this phase."""


class MalayaMemory(Block):
    """What an opponent remembers in one game: its orders to come."""

    plan: Plan
    orders: Int = array("word")
    """Four codes a word."""


def new_memory(setting: Setting, side: int) -> MalayaMemory:
    """The memory of a side at the start of a game; it is as long for either side."""
    rules, units = setting.ground.rules, setting.ground.units
    longest = max(2, int(units.movement.max()))
    # All units of a side march as far as they can, or one goes by rail; a few orders beside.
    most = max(rules.second, rules.units - rules.second) * longest + rules.rail_hexes + 16
    memory = MalayaMemory.new(word=most // CODES + 1)
    memory.plan.turn = memory.plan.phase = NOBODY
    return memory


@inline_kernel
def add_order(memory: MalayaMemory, code: int) -> None:
    """Put an order behind those to come."""
    last = memory.plan.last
    shift = last % CODES * CODE_BITS
    word = memory.orders[last // CODES] & ~(((1 << CODE_BITS) - 1) << shift)
    memory.orders[last // CODES] = word | code << shift
    memory.plan.last = last + 1


@inline_kernel
def next_order(memory: MalayaMemory) -> int:
    """The first of the orders to come; NOBODY without any."""
    first = memory.plan.next
    if first == memory.plan.last:
        return NOBODY
    return memory.orders[first // CODES] >> first % CODES * CODE_BITS & ((1 << CODE_BITS) - 1)


@inline_kernel
def forget_orders(memory: MalayaMemory) -> None:
    """Drop the orders to come."""
    memory.plan.next = memory.plan.last = 0


@kernel
def sort_up(room: MalayaRoom, count: int) -> None:
    """Sort the first keys, and their ties, ascending."""
    for last in range(1, count):
        key, tie = room.keys[last], room.ties[last]
        at = last
        while at > 0 and (
            room.keys[at - 1] > key or (room.keys[at - 1] == key and room.ties[at - 1] > tie)
        ):
            room.keys[at] = room.keys[at - 1]
            room.ties[at] = room.ties[at - 1]
            at -= 1
        room.keys[at] = key
        room.ties[at] = tie


@inline_kernel
def first_of(ground: MalayaGround, side: int) -> int:
    """The first unit of a side."""
    return 0 if side == 0 else ground.rules.second


@inline_kernel
def last_of(ground: MalayaGround, side: int) -> int:
    """The unit behind the last one of a side."""
    return ground.rules.second if side == 0 else ground.rules.units
