/** One's own matches: whose turn it is, links, notices, rematch. */
import { html, useEffect, useState } from "../elements/dom.js";
import { MatchLinks } from "../elements/links.js";
import { forgetMatch, keepMade, keptMatches, tableAddress } from "../store/storage.js";
import { get, post, words } from "../transport/requests.js";

/** @typedef {import("../../types").SystemInfo} SystemInfo */
/** @typedef {import("../../types").NoticeWays} NoticeWays */
/** @typedef {import("../../types").NoticesKept} NoticesKept */
/** @typedef {import("../store/storage.js").KeptMatch} KeptMatch */
/** @typedef {import("../../types").MatchInfo & {kept: KeptMatch}} MyMatch */

const REFRESH_MS = 15_000;
const SHOWN_AT_FIRST = 8;

/** @returns {Promise<MyMatch[]>} */
async function load() {
  const kept = keptMatches();
  if (!kept.length) return [];
  const tokens = kept.flatMap((entry) => entry.tokens).slice(0, 200);
  const found = await post("/api/matches/mine", { tokens });
  return found.flatMap((match) => {
    const entry = kept.find((other) => other.match === match.id);
    return entry ? [{ ...match, kept: entry }] : [];
  });
}

/** @param {{systems: SystemInfo[]}} props */
export function MyMatches({ systems }) {
  const [matches, setMatches] = useState(/** @type {MyMatch[]} */ ([]));
  const [all, setAll] = useState(false);
  const [ways, setWays] = useState(/** @type {NoticeWays} */ ({ email: false, webhooks: [] }));
  useEffect(() => {
    const refresh = () => {
      if (!document.hidden) load().then(setMatches).catch(() => {});
    };
    refresh();
    get("/api/notices").then(setWays).catch(() => {});
    const timer = setInterval(refresh, REFRESH_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, []);
  const turns = matches.filter((match) => match.must_act.length).length;
  useEffect(() => {
    document.title = turns ? `(${turns}) Hexfront` : "Hexfront";
  }, [turns]);
  if (!matches.length) return null;
  const shown = all ? matches : matches.slice(0, SHOWN_AT_FIRST);
  return html`<section class="card" data-testid="my-matches" aria-labelledby="mine-title">
    <h2 id="mine-title">Your matches</h2>
    <ul class="mine">${shown.map((match) => html`<${Entry} key=${match.id} match=${match}
      systems=${systems} ways=${ways} forget=${() => {
        forgetMatch(match.id);
        setMatches(matches.filter((other) => other !== match));
      }} />`)}</ul>
    ${shown.length < matches.length && html`<button onClick=${() => setAll(true)}>
      Show all ${matches.length}</button>`}
  </section>`;
}

/** @param {{match: MyMatch, systems: SystemInfo[], ways: NoticeWays, forget: () => void}} props */
function Entry({ match, systems, ways, forget }) {
  const [more, setMore] = useState(false);
  const [problem, setProblem] = useState("");
  const [deleting, setDeleting] = useState(false);
  const system = systems.find((other) => other.name === match.system);
  const scenario = system?.scenarios.find((other) => other.title === match.title);
  const sideTitle = (/** @type {number} */ side) =>
    scenario?.side_titles[side] ?? `side ${side + 1}`;
  const own = match.sides.filter((side) => side >= 0);
  const address = tableAddress(match.kept.tokens);
  const rematch = async () => {
    try {
      const made = await post("/api/matches/again", { tokens: match.kept.tokens });
      location.assign(tableAddress(keepMade(made)));
    } catch (error) {
      setProblem(words(error));
    }
  };
  const remove = async () => {
    try {
      const said = await post("/api/matches/delete", { tokens: match.kept.tokens });
      if (said.deleted) return forget();
      setProblem(`It is deleted when ${said.waits_for.map(sideTitle).join(" and ")} `
        + "wants that too. Opening it again takes your wish back.");
    } catch (error) {
      setProblem(words(error));
    }
    setDeleting(false);
  };
  const invites = Object.fromEntries(Object.entries(match.kept.invites ?? {})
    .filter(([side]) => match.waits_for.includes(Number(side))));
  const open = match.over ? "Look" : own.length ? "Resume" : "Watch";
  const canShare = !match.over && (match.kept.spectator || Object.keys(invites).length > 0);
  const canTell = !match.over && own.length > 0 && (ways.email || ways.webhooks.length > 0);
  return html`<li data-testid=${`match-${match.id}`}>
    <div class="entry"><a href=${address}><b>${match.title}</b>
        <span class="muted">${about(match, own.map(sideTitle), system)}</span></a>
      <${State} match=${match} own=${own} sideTitle=${sideTitle} />
      <span class="buttons">
        <a class="button" href=${address} aria-label=${`${open} ${match.title}`}>${open}</a>
        ${match.over && own.length > 0 && html`<button onClick=${rematch} data-testid="rematch"
          aria-label=${`Rematch of ${match.title}`}>Rematch</button>`}
        ${(canShare || canTell) && html`<button aria-expanded=${more} data-testid="more"
          onClick=${() => setMore(!more)}
          aria-label=${`Links … of ${match.title}`}>Links …</button>`}
        ${own.length > 0 && html`<button onClick=${() => setDeleting(!deleting)}
          aria-expanded=${deleting} data-testid="delete"
          aria-label=${`Delete ${match.title}`}>Delete …</button>`}
        <button class="plain" title="Take off this list" onClick=${forget}
          aria-label=${`Take ${match.title} off this list`}>×</button>
      </span></div>
    ${match.kept_until && html`<p class="muted" data-testid="kept-until">Deleted after ${onDay(match.kept_until)} unless
      somebody opens it.</p>`}
    ${match.hinted.length > 0 && html`<p class="muted" data-testid="hinted">With hints for
      ${" "}${match.hinted.map(sideTitle).join(" and ")}.</p>`}
    ${match.wishes.length > 0 && html`<p class="muted" data-testid="wishes">
      ${match.wishes.map(sideTitle).join(" and ")} asked to delete this match; it goes when everybody
      who plays in it has asked.</p>`}
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${deleting && html`<p class="buttons"><span>Nobody can open a deleted match again, nor what was
      kept in it, nor the closed match that it was restored from. Where others play too, it is deleted
      when all want that.</span>
      <button onClick=${remove} data-testid="delete-now">Delete for ever</button></p>`}
    ${more && canShare && html`<${MatchLinks} invites=${invites}
      spectator=${match.kept.spectator ?? ""} sideTitle=${sideTitle} />`}
    ${more && canTell && html`<${Notices} token=${match.kept.tokens[0]} ways=${ways} />`}
  </li>`;
}

/** @param {string} date */
function onDay(date) {
  // A day without an hour is one of UTC, wherever the reader is.
  const zone = date.length > 10 ? {} : { timeZone: "UTC" };
  return new Date(date).toLocaleDateString(undefined, { dateStyle: "medium", ...zone });
}

/** What a match is, in a line. @param {MyMatch} match @param {string[]} sides
 * @param {SystemInfo} [system] */
function about(match, sides, system) {
  const others = match.opponents.map((name) => name || "a person").join(", ");
  const who = !sides.length ? (others ? `watching ${others}` : "watching")
    : `${sides.join(" and ")}${others ? ` against ${others}` : ""}`;
  return [system?.title ?? match.system, who, onDay(match.created)].join(" · ");
}

/** @param {{match: MyMatch, own: number[], sideTitle: (side: number) => string}} props */
function State({ match, own, sideTitle }) {
  if (match.over) {
    const winners = match.result?.winners ?? [];
    const title = !match.result ? "Over"
      : !winners.length ? "Draw"
        : own.length === 1 ? (winners.includes(own[0]) ? "Won" : "Lost")
          : `${winners.map(sideTitle).join(" and ")} won`;
    return html`<span class="state" title=${match.result?.reason ?? ""}>${title}</span>`;
  }
  if (match.must_act.length) {
    return html`<span class="state turn">${own.length > 1
      ? `Turn of ${match.must_act.map(sideTitle).join(", ")}` : "Your turn"}</span>`;
  }
  if (match.waits_for.length) {
    return html`<span class="state">Waits for ${match.waits_for.map(sideTitle).join(", ")}</span>`;
  }
  return html`<span class="state">${own.length ? "The others’ turn" : "In progress"}</span>`;
}

/** Where one wants to be told of one's turn. @param {{token: string, ways: NoticeWays}} props */
function Notices({ token, ways }) {
  const [kept, setKept] = useState(/** @type {NoticesKept | null} */ (null));
  const [said, setSaid] = useState("");
  useEffect(() => {
    post("/api/notices", { token }).then(setKept).catch((error) => setSaid(words(error)));
  }, [token]);
  /** @param {SubmitEvent} event */
  const keep = async (event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const wanted = Object.fromEntries([...form].map(([key, value]) => [key, String(value).trim()]));
    try {
      setKept(await post("/api/notices", { token, ...wanted }));
      setSaid("Kept.");
    } catch (error) {
      setSaid(words(error));
    }
  };
  if (!kept) return html`<p class="muted" role="status">${said}</p>`;
  return html`<form class="tell" onSubmit=${keep} data-testid="notices-form">
    <b>Tell me when it is my turn and I am away</b>
    ${ways.email && html`<label class="row"><span>E-mail</span>
      <input name="email" type="email" maxlength="200" value=${kept.email} /></label>`}
    ${ways.webhooks.length > 0 && html`<label class="row"><span>Webhook<span class="muted">begins
      with ${ways.webhooks.join(" or ")}</span></span>
      <input name="webhook" type="url" maxlength="200" value=${kept.webhook} /></label>`}
    ${kept.email_waits && html`<p class="muted" data-testid="email-waits">An e-mail has gone
      to ${kept.email}. Notices begin when its link has been opened and agreed to.</p>`}
    <p class="buttons"><button>Keep</button><span role="status" class="muted">${said}</span></p>
  </form>`;
}
