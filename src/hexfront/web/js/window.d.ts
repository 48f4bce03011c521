/** What scripts put on the window: the vendored symbols, and what tests look at. */
export {};
declare global {
  interface Window {
    hexfront: Record<string, unknown>;
    ms: { Symbol: new (sidc: string, options?: object) => {
      isValid(): boolean; asCanvas(ratio?: number): HTMLCanvasElement;
      getSize(): { width: number; height: number };
    } };
  }
}
