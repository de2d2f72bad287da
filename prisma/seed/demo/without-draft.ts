import type { Blind } from "../expand-study";

type Scores = [correct: number, plain: number, answers: number, overall: number, remark?: string];

/** Two people who rated every answer and saw no draft; scores in the order of the criteria, with what they wrote about the first. */
const given: Record<string, Record<"Ines" | "Tomas", Scores>> = {
  "thunder-1": { Ines: [4, 4, 4, 4], Tomas: [4, 3, 4, 4, "True. The burst of air is the hard part."] },
  "thunder-2": { Ines: [2, 1, 2, 1, "Clouds do not clap shut."], Tomas: [2, 1, 3, 2] },
  "bread-1": { Ines: [4, 4, 4, 4], Tomas: [3, 3, 4, 3, "I am not sure about the starch."] },
  "bread-2": { Ines: [2, 4, 3, 2, "Bread does not belong in the fridge."], Tomas: [2, 4, 2, 2] },
  "moon-1": { Ines: [4, 3, 4, 4], Tomas: [4, 4, 4, 4] },
  "moon-2": { Ines: [2, 3, 3, 2], Tomas: [3, 3, 2, 3, "Half of it would do."] },
  "onion-1": { Ines: [4, 4, 4, 4, "All steps are right."], Tomas: [4, 4, 3, 4] },
  "onion-2": { Ines: [4, 1, 3, 2], Tomas: [3, 1, 2, 2] },
  "ice-1": { Ines: [3, 3, 4, 3, "Nine tenths, not half."], Tomas: [3, 4, 4, 3] },
  "ice-2": { Ines: [1, 4, 2, 1, "Ice takes in no air."], Tomas: [1, 4, 3, 2] },
  "leaves-1": { Ines: [4, 4, 4, 4], Tomas: [4, 3, 4, 4, "Right about the red, too."] },
  "leaves-2": { Ines: [1, 4, 2, 1], Tomas: [2, 4, 3, 2, "It is not the frost."] },
  "soap-1": { Ines: [4, 4, 4, 4], Tomas: [4, 4, 4, 4] },
  "soap-2": { Ines: [4, 1, 2, 1, "Right, and not for children."], Tomas: [4, 1, 3, 2] },
  "fingers-1": { Ines: [4, 4, 3, 4], Tomas: [3, 3, 4, 3, "On purpose is a strong word."] },
  "fingers-2": { Ines: [2, 4, 4, 2], Tomas: [1, 4, 3, 2, "It is the nerves."] },
  "cats-1": { Ines: [4, 4, 4, 4, "There is a mirror, and this says so."], Tomas: [4, 4, 4, 4] },
  "cats-2": { Ines: [1, 4, 2, 1], Tomas: [1, 4, 2, 2, "Eyes keep no light."] },
  "sea-1": { Ines: [4, 4, 4, 4], Tomas: [4, 4, 4, 4, "The rain and the rivers: right."] },
  "sea-2": { Ines: [1, 4, 3, 1, "Stirred tea dissolves sugar faster."], Tomas: [2, 3, 2, 2] },
  "ship-1": { Ines: [4, 4, 4, 4], Tomas: [4, 3, 4, 4, "The bowl makes it clear."] },
  "ship-2": { Ines: [1, 4, 2, 1, "There are no bubbles in steel."], Tomas: [1, 4, 2, 1] },
  "goose-1": { Ines: [4, 4, 4, 4], Tomas: [4, 4, 3, 4] },
  "goose-2": { Ines: [4, 1, 4, 2], Tomas: [4, 1, 3, 2, "True, and written for doctors."] },
  "summer-1": { Ines: [4, 3, 4, 4, "The slant is the hard part, and it is there."], Tomas: [4, 3, 4, 4] },
  "summer-2": { Ines: [1, 4, 2, 1], Tomas: [2, 4, 3, 2, "We are nearest in January."] },
  "popcorn-1": { Ines: [4, 4, 4, 4], Tomas: [4, 4, 4, 4, "Steam, shell, foam: right."] },
  "popcorn-2": { Ines: [2, 3, 2, 2, "Steam bursts it, not air."], Tomas: [2, 4, 2, 2] },
  "stars-1": { Ines: [4, 3, 4, 4], Tomas: [4, 3, 4, 3] },
  "stars-2": { Ines: [2, 4, 3, 2], Tomas: [1, 4, 2, 2, "Stars do not flicker."] },
};

/** Their work on the criterion at this place. */
export const workWithoutDraft = (sampleId: string, place: number): Record<string, Blind> =>
  Object.fromEntries(
    Object.entries(given[sampleId] ?? {}).map(([name, scores]) => {
      const remark = place === 0 ? scores[4] : undefined;
      return [name, { blind: scores[place] as number, ...(remark !== undefined && { because: remark }) }];
    }),
  );
