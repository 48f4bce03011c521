/** JSON Patch (RFC 6902) on documents that are never changed: what it touches is copied. */

/** @typedef {{op: string, path: string, value?: any, from?: string}} Operation */

/** The keys of a JSON pointer. @param {string} pointer @returns {string[]} */
export function parts(pointer) {
  return pointer.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A JSON pointer of keys and indices. @param {...(string | number)} keys */
export function pointer(...keys) {
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** What stands at a place of a document; undefined for nothing. @param {any} value @param {string} path */
export function valueAt(value, path) {
  for (const key of parts(path)) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** The document after a patch that the server takes; a wrong one throws an error.
 * @param {any} document @param {Operation[]} patch */
export function applied(document, patch) {
  const root = { "": document };
  /** Copied here, so that they may be changed. @type {WeakSet<object>} */
  const own = new WeakSet([root]);
  /** @param {any} value @param {string} key */
  const owned = (value, key) => {
    const inner = value[key];
    if (inner === null || typeof inner !== "object") throw new Error(`no place: ${key}`);
    if (own.has(inner)) return inner;
    const copy = Array.isArray(inner) ? [...inner] : { ...inner };
    own.add(copy);
    value[key] = copy;
    return copy;
  };
  /** @param {string} path @returns {[any, string]} */
  const target = (path) => {
    const keys = ["", ...parts(path)];
    const last = /** @type {string} */ (keys.pop());
    return [keys.reduce((value, key) => owned(value, key), /** @type {any} */ (root)), last];
  };
  /** @param {string} path */
  const remove = (path) => {
    const [parent, key] = target(path);
    if (!Object.hasOwn(parent, key)) throw new Error(`nothing at ${path}`);
    if (Array.isArray(parent)) parent.splice(Number(key), 1);
    else delete parent[key];
  };
  /** @param {string} path @param {any} value */
  const add = (path, value) => {
    const [parent, key] = target(path);
    if (Array.isArray(parent)) parent.splice(key === "-" ? parent.length : Number(key), 0, value);
    else parent[key] = value;
  };
  for (const { op, path, value, from = "" } of patch) {
    const held = op === "move" || op === "copy" ? valueAt(root[""], from) : value;
    if (held === undefined && op !== "remove") throw new Error(`no value for ${path}`);
    if (op === "remove") remove(path);
    else if (op === "replace") {
      const [parent, key] = target(path);
      if (!Object.hasOwn(parent, key)) throw new Error(`nothing at ${path}`);
      parent[key] = held;
    } else if (op === "move") {
      remove(from);
      add(path, structuredClone(held));
    } else if (op === "copy") add(path, structuredClone(held));
    else if (op === "add") add(path, held);
  }
  return root[""];
}
