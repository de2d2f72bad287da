/** In place of a reason's code: that somebody wrote one without choosing a code. No code has a space. */
export const ownWords = "own words";
