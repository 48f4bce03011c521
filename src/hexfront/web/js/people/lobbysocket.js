/** What the server sends whenever it has changed: the lobby, or a tournament. */
import { useEffect, useState } from "../elements/dom.js";

/** @typedef {import("../../types").LobbyState} LobbyState */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** The lobby, and whether the connection to it is lost. @returns {{lobby: LobbyState | null, lost: boolean}} */
export function useLobby() {
  const { state, lost } = useLive("/api/lobby/live");
  return { lobby: state, lost };
}

/** What a socket shows, which is opened again when it is lost; nothing without a path.
 * @param {string} path @returns {{state: any, lost: boolean}} */
export function useLive(path) {
  const [state, setState] = useState(/** @type {any} */ (null));
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (!path) return undefined;
    let wait = FIRST_WAIT;
    let ended = false;
    let timer = 0;
    /** @type {WebSocket | null} */
    let socket = null;
    const open = () => {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      socket = new WebSocket(`${scheme}://${location.host}${path}`);
      socket.onmessage = (event) => {
        wait = FIRST_WAIT;
        setLost(false);
        setState(JSON.parse(event.data));
      };
      socket.onclose = () => {
        if (ended) return;
        setLost(true);
        timer = window.setTimeout(open, wait);
        wait = Math.min(2 * wait, LONGEST_WAIT);
      };
    };
    open();
    return () => {
      ended = true;
      clearTimeout(timer);
      socket?.close();
    };
  }, [path]);
  return { state, lost };
}
