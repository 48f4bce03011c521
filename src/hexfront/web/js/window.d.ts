/** What scripts put on the window: what tests look at. */
export {};
declare global {
  interface Window {
    hexfront: Record<string, unknown>;
  }
}
