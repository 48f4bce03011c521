/** What a page says for a moment. */
export interface Notice {
  number: number; text: string; clause: string; action?: { title: string; run: () => void };
  /** Whether it still says something; always where it is not given. */
  stands?: () => boolean;
}
