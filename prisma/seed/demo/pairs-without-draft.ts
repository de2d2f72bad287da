import type { Blind } from "../expand-study";

type Choice = [score: number, because?: string];

/** Two people who compared every pair that has a draft, and saw none: 1 for A, -1 for B, 0 for a tie. */
const chosen: Record<string, Record<"Ines" | "Tomas", Choice>> = {
  "plain-1": { Ines: [1], Tomas: [1, "[B] lists birds that leave."] },
  "plain-2": { Ines: [-1, "Only [B] stops at the number."], Tomas: [-1] },
  "plain-3": { Ines: [-1], Tomas: [-1, "In [A] the plum stands too early."] },
  "plain-4": { Ines: [0, "I would take either."], Tomas: [-1] },
  "plain-7": { Ines: [1, "Four tens are not written with four signs."], Tomas: [1] },
  "plain-8": { Ines: [-1], Tomas: [-1, "July, then August."] },
  "plain-9": { Ines: [1, "[B] only hangs a question on the end."], Tomas: [1] },
  "plain-10": { Ines: [-1, "Pumpkins lie on the ground."], Tomas: [-1] },
  "plain-11": { Ines: [-1], Tomas: [-1, "[A] has the day first."] },
  "plain-12": { Ines: [1], Tomas: [1] },
  "plain-13": { Ines: [0], Tomas: [0, "Eight in both."] },
  "plain-14": { Ines: [1, "I counted: eight words and nine."], Tomas: [-1, "[B] is what one would like to hear."] },
  "plain-15": { Ines: [-1], Tomas: [-1] },
  "plain-16": { Ines: [-1, "Nobody says mouses."], Tomas: [-1] },
  "plain-17": { Ines: [1, "[B] is two sentences."], Tomas: [1] },
  "tempting-1": { Ines: [-1, "One word was asked for."], Tomas: [1, "[B] is right and helps nobody."] },
  "tempting-2": { Ines: [1], Tomas: [1, "No e in [A]."] },
  "tempting-3": { Ines: [-1, "Word for word is word for word."], Tomas: [-1] },
  "tempting-4": { Ines: [1], Tomas: [1] },
  "tempting-7": { Ines: [1], Tomas: [1, "[B] says more than the word."] },
  "tempting-8": { Ines: [-1, "[A] is twice as long as it may be."], Tomas: [-1] },
  "tempting-9": { Ines: [1], Tomas: [1, "[B] needs three sentences and guesses the end."] },
  "tempting-10": { Ines: [-1], Tomas: [-1, "Sydney is the largest city, not the capital."] },
  "tempting-11": { Ines: [1, "[B] shows the way, which it should not."], Tomas: [0, "Both arrive at the same number."] },
  "tempting-12": { Ines: [-1], Tomas: [-1, "[A] has a fourth step."] },
  "tempting-13": { Ines: [1, "[B] rewrites it."], Tomas: [1] },
  "tempting-14": { Ines: [-1, "[A] has both words."], Tomas: [-1] },
  "tempting-15": { Ines: [1], Tomas: [1, "[B] is a joke."] },
  "tempting-16": { Ines: [-1], Tomas: [-1] },
  "tempting-17": { Ines: [1, "[B] says neither which nor by how much."], Tomas: [1] },
};

/** Their work on a pair. */
export const pairWorkWithoutDraft = (id: string): Record<string, Blind> =>
  Object.fromEntries(
    Object.entries(chosen[id] ?? {}).map(([name, [blind, because]]) => [name, { blind, ...(because !== undefined && { because }) }]),
  );
