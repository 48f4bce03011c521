/** Passkeys: the browser makes or uses one, the server checks it. */
import { post } from "../transport/requests.js";

/** Make or use a passkey. Errors: `Refused`, and `Error` where the browser does not.
 * @param {"sign-up" | "sign-in" | "add"} purpose @param {string} [name] of a new account
 * @returns {Promise<import("../../types").SignedInAs>} */
export async function byPasskey(purpose, name = "") {
  const { ticket, options } = await post("/api/people/passkeys/begin", { purpose, name });
  const keeper = globalThis.PublicKeyCredential;
  if (!keeper?.parseCreationOptionsFromJSON || !keeper.parseRequestOptionsFromJSON) {
    throw new Error("This browser keeps no passkeys for pages; take a password, or a newer browser.");
  }
  const made = await (purpose === "sign-in"
    ? navigator.credentials.get({ publicKey: keeper.parseRequestOptionsFromJSON(/** @type {any} */ (options)) })
    : navigator.credentials.create({ publicKey: keeper.parseCreationOptionsFromJSON(/** @type {any} */ (options)) })
  ).catch(() => null);
  if (!made) throw new Error("The browser gave no passkey. Nothing has changed.");
  const credential = /** @type {PublicKeyCredential} */ (made).toJSON();
  return post("/api/people/passkeys/finish", { ticket, credential });
}
