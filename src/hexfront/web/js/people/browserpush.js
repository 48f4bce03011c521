/** Messages of this browser while its pages are closed (web push). */
import { post, words } from "../transport/requests.js";

/** The file stands above all pages, since it may only act for what stands below it. */
const WORKER = "/push.js";

/** Whether this browser can be told: it needs https, or this machine. */
export function canPush() {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Ask the person and the browser, and tell the server where to send. Errors: `Refused`, `Error`.
 * @param {string} key the server's public key @returns {Promise<import("../../types").ChannelList>} */
export async function subscribe(key) {
  if (await Notification.requestPermission() !== "granted") {
    throw new Error("This browser does not allow notices here; its settings for this site do.");
  }
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  await old?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) }).catch((error) => {
    throw new Error(`This browser cannot be told: ${words(error)}.`);
  });
  const { endpoint, keys } = made.toJSON();
  return post("/api/people/notices", {
    browser: { endpoint: endpoint ?? "", p256dh: plain(keys?.p256dh), auth: plain(keys?.auth) },
  });
}

/** Stop what this browser is sent, if it is sent anything. */
export async function unsubscribe() {
  const registration = canPush() ? await navigator.serviceWorker.getRegistration("/") : undefined;
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** @param {string | undefined} text base64url, perhaps padded */
function plain(text) {
  return (text ?? "").replaceAll("=", "");
}

/** @param {string} text base64url */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
