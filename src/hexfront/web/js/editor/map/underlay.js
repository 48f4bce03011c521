/** A picture beneath the map, to trace: kept in this browser alone, and in no draft and no pack. */

/** Where it lies, in sides of a hex, and how strong it is.
 * @typedef {{blob: Blob, x: number, y: number, width: number, high: number, opacity: number}} Underlay */

const NAME = "hexfront-underlays";
const STORE = "pictures";
const MOST_BYTES = 30e6;
const TYPES = ["image/png", "image/jpeg", "image/webp"];

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((done, fail) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

/** @template T @param {"readonly" | "readwrite"} mode @param {(store: IDBObjectStore) => IDBRequest<T>} ask
 * @returns {Promise<T>} */
async function inStore(mode, ask) {
  const database = await opened();
  try {
    return await new Promise((done, fail) => {
      const asked = ask(database.transaction(STORE, mode).objectStore(STORE));
      asked.onsuccess = () => done(asked.result);
      asked.onerror = () => fail(asked.error);
    });
  } finally {
    database.close();
  }
}

/** @param {string} draft @returns {Promise<Underlay | undefined>} */
export const keptUnderlay = (draft) => inStore("readonly", (store) => store.get(draft));
/** @param {string} draft @param {Underlay} underlay */
export const keepUnderlay = (draft, underlay) => inStore("readwrite", (store) => store.put(underlay, draft));
/** @param {string} draft */
export const dropUnderlay = (draft) => inStore("readwrite", (store) => store.delete(draft));

/** A picture of a file, as wide as the map. Errors: `Error` for a file that is none.
 * @param {File} file @param {{left: number, right: number, top: number}} bounds of the map
 * @returns {Promise<Underlay>} */
export async function underlayOf(file, { left, right, top }) {
  if (!TYPES.includes(file.type)) throw new Error("Expected a PNG, a JPEG or a WebP picture");
  if (file.size > MOST_BYTES) throw new Error("Expected a picture of at most 30 MB");
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error("This file is no picture that the browser can read");
  });
  const width = right - left;
  const high = bitmap.height / bitmap.width;
  bitmap.close();
  return { blob: file, x: left, y: top, width, high, opacity: 0.7 };
}
