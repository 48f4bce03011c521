/** Preact with tagged templates, in one import. */
import htm from "../../vendor/htm.module.js";
import { h } from "../../vendor/preact.module.js";

export { render, Fragment } from "../../vendor/preact.module.js";
export { useEffect, useRef, useState, useLayoutEffect } from "../../vendor/preact-hooks.module.js";
export const html = htm.bind(h);
