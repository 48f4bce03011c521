/** Seats that are no side, as the server numbers them. */

export const SPECTATOR = -2;
export const UMPIRE = -3;
