/** The service worker: shows what the server tells a browser whose pages are closed. It keeps and answers nothing else. */

/** @type {any} */
const worker = self;

worker.addEventListener("install", () => worker.skipWaiting());

worker.addEventListener("push", (/** @type {any} */ event) => {
  /** @type {{title: string, text: string, address: string}} */
  let told = { title: "Hexfront", text: "There is news in your games.", address: "/" };
  try {
    told = { ...told, ...event.data.json() };
  } catch {
    // A browser demands that something is shown for every message.
  }
  event.waitUntil(worker.registration.showNotification(told.title, {
    body: told.text, icon: "/static/icon.svg", tag: told.title, data: told,
  }));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(show());
});

/** Show a page of ours that is open, or open the home page: never an address that a message names. */
async function show() {
  const [open] = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return open ? open.focus() : worker.clients.openWindow("/");
}
