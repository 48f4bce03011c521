/** The lobby as it is now: the server sends it when it has changed. */
import { useEffect, useState } from "../elements/dom.js";

/** @typedef {import("../../types").LobbyState} LobbyState */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/** The lobby, and whether the connection to it is lost. @returns {{lobby: LobbyState | null, lost: boolean}} */
export function useLobby() {
  const [lobby, setLobby] = useState(/** @type {LobbyState | null} */ (null));
  const [lost, setLost] = useState(false);
  useEffect(() => {
    let wait = FIRST_WAIT;
    let ended = false;
    let timer = 0;
    /** @type {WebSocket | null} */
    let socket = null;
    const open = () => {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      socket = new WebSocket(`${scheme}://${location.host}/api/lobby/live`);
      socket.onmessage = (event) => {
        wait = FIRST_WAIT;
        setLost(false);
        setLobby(JSON.parse(event.data));
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
  }, []);
  return { lobby, lost };
}
