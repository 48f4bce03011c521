"""Line of sight over heights and obstacles, in integers.

The sight line is the straight line between the centres of two hexes; its samples
are those of `coordinates.line_samples`.  The hexes at the ends never block.  Where
a sample lies on a side, both hexes of that side must block.  In other words, one
hex sees another unless every shortest straight line of hexes between them is
blocked.  The rule is symmetric: a sees b exactly where b sees a.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hexfront.jit import kernel


@kernel
def line_of_sight(
    q: NDArray[np.int64],
    r: NDArray[np.int64],
    lookup: NDArray[np.int32],
    q0: int,
    r0: int,
    height: NDArray[np.int64],
    obstacle: NDArray[np.int64],
    a: int,
    b: int,
) -> bool:
    """Whether hex a sees hex b.

    Args:
        q, r, lookup, q0, r0: those of the `Grid`.
        height: int64, (n,) or longer: the ground, where observer and target stand.
        obstacle: int64, same length: what stands on the ground and hides what is
            behind it, such as woods.  A map without heights has zeros in `height`,
            and 1 here for each blocking hex.
        a, b: indices, 0 to n - 1.

    A hex between them blocks if ground and obstacle together rise above the
    straight line from ground to ground; to touch it is not enough.  A place that
    is not on the map blocks as well.
    """
    dq, dr = q[b] - q[a], r[b] - r[a]
    length = max(abs(dq), abs(dr), abs(dq + dr))
    low_height, rise = height[a], height[b] - height[a]
    for i in range(1, length):
        # As in coordinates: one cube coordinate is exact, another is rounded.
        along = dr if abs(dq) == length else dq
        low = (2 * along * i + length - 1) // (2 * length)
        high = (2 * along * i + length) // (2 * length)
        blocked = True
        for k in range(low, high + 1):
            if abs(dq) == length:
                step_q, step_r = dq * i // length, k
            elif abs(dr) == length:
                step_q, step_r = k, dr * i // length
            else:
                step_q, step_r = k, (dq + dr) * i // length - k
            at = lookup[q[a] + step_q - q0, r[a] + step_r - r0]
            if at < q.shape[0]:
                top = height[at] + obstacle[at] - low_height
                blocked = blocked and top * length > rise * i
        if blocked:
            return False
    return True
