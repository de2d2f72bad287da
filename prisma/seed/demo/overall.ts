import type { AuthoredUnit } from "../expand-study";

/** The judge's overall score of an answer with its reason, and what Ruth, Samir and Olga made of it: agreed, or another score and why. */
type Overall = [score: number, conclusion: string, because: string, evidence: string, others?: Record<string, [number, string, string]>];

const overall: Record<string, Overall> = {
  "thunder-1": [4, "An answer to give to a child.", "True, plain and to the point.", '"Sound is much slower" holds it together.'],
  "thunder-2": [
    3,
    "Sound, though written for adults.",
    "A child needs help with it.",
    '"the two seem to come together" ends it well.',
    {
      Ruth: [2, "A child cannot use it.", "It was asked for a ten-year-old."],
      Samir: [1, "Hard and, with its cloud that claps shut, wrong.", "Two of our three criteria fail."],
    },
  ],
  "bread-1": [
    3,
    "Good, with one doubtful claim.",
    "The starch spoils it a little.",
    '"It is all about water" starts it well.',
    {
      Samir: [4, "Good throughout.", "The doubtful claim is true."],
      Olga: [4, "I would hand it out as it is.", "The starch is right."],
    },
  ],
  "bread-2": [
    3,
    "Readable and half right.",
    "The butter is doubtful.",
    '"What is left is a hard crumb." is well put.',
    {
      Ruth: [2, "Half of it is false.", "Readable does not make it right."],
      Samir: [2, "Half an answer.", "The biscuits get a false reason."],
      Olga: [1, "It teaches two false things.", "And one of them spoils the bread."],
    },
  ],
  "moon-1": [
    3,
    "Good on the whole.",
    "It could be shorter.",
    "The Moon is kept in the picture throughout.",
    { Olga: [4, "I miss nothing.", "It is as long as it needs to be."] },
  ],
  "moon-2": [
    2,
    "Hard to use.",
    "A child is left with half an explanation.",
    "Its first sentence promises more than follows.",
    {
      Ruth: [3, "Better than that.", "My class followed it to the end."],
    },
  ],
  "onion-1": [4, "A complete answer.", "Cut, gas, sting and tears in order.", "Each step follows from the one before."],
  "onion-2": [
    3,
    "All steps are there.",
    "The words are hard.",
    "The chain is complete.",
    { Samir: [2, "Too hard for its readers.", "The steps help nobody who cannot read them."] },
  ],
  "ice-1": [3, "Good, but for the iceberg.", "One figure is wrong.", '"like a climbing frame" is the best picture of all.'],
  "ice-2": [
    3,
    "Readable and friendly.",
    "The fish make it memorable.",
    '"like a lid" is good.',
    {
      Ruth: [1, "The reason is false.", "Air has nothing to do with it."],
      Samir: [1, "Friendly and wrong.", "Armbands explain nothing here."],
    },
  ],
  "leaves-1": [4, "The best one on leaves.", "True and plain.", '"A leaf is a kitchen." carries all of it.'],
  "leaves-2": [
    2,
    "Plain, but wrong about the frost.",
    "The reason does not hold.",
    '"because of the cold" is too simple.',
    { Samir: [1, "Wrong, and then off the subject.", "Nothing is left to keep."] },
  ],
  "soap-1": [4, "A child understands soap after this.", "Nothing is missing.", '"two ends" is all one needs.'],
  "soap-2": [
    3,
    "Right, but hard.",
    "Good for a teacher.",
    '"like dissolves like" is worth keeping.',
    {
      Ruth: [1, "Of no use to a child.", "The task says whom it is for."],
      Samir: [2, "Right for other readers.", "Being right is not enough."],
      Olga: [2, "Right and unreadable.", "Half of what we ask for."],
    },
  ],
  "fingers-1": [
    4,
    "Careful and interesting.",
    "It says what is known and what may be.",
    '"the skin on top falls into folds" is the point.',
    { Samir: [3, "One claim too strong.", "On purpose is not known."] },
  ],
  "fingers-2": [
    3,
    "Plain and mostly right.",
    "The warning is too much.",
    '"it has to make folds" is clear.',
    {
      Samir: [1, "The old mistake, well told.", "The sponge is not why."],
      Olga: [2, "Well told, but out of date.", "The explanation is known to be wrong."],
    },
  ],
  "cats-1": [4, "Clear about what cats do not do, and why they shine.", "Nothing is missing.", '"a kind of mirror" is enough.'],
  "cats-2": [
    2,
    "Wrong about the light.",
    "Eyes are no stickers.",
    '"their eyes are built for it" is true.',
    { Ruth: [1, "A false reason among other things.", "Nothing in it answers the question."] },
  ],
  "sea-1": [4, "Complete and easy to keep in mind.", "One could tell it again.", '"But the salt cannot fly." is the sentence to keep.'],
  "sea-2": [
    2,
    "Two doubtful reasons.",
    "The facts around them are right.",
    '"as sugar does in tea" is good.',
    {
      Ruth: [1, "Neither reason is true.", "Facts about fish do not help."],
    },
  ],
};

/** Where Olga saw no draft. */
const unseen: Record<string, [number, string]> = {
  "onion-1": [4, "Right and easy. I would keep it."],
  "onion-2": [2, "I could not give this to my niece."],
  "ice-1": [3, "Good but for the figure at the end."],
};

/** The overall criterion's unit of a sample. Olga did not get to the last answer on ice. */
export function overallUnit(sampleId: string): AuthoredUnit {
  const [score, conclusion, because, evidence, others = {}] = overall[sampleId] ?? [0, "", "", ""];
  const work = (name: string) => (others[name] ? { score: others[name] } : ("accept" as const));
  const alone = unseen[sampleId];
  const olga = alone ? { blind: alone[0], because: alone[1] } : work("Olga");
  return {
    ...{ conclusion, score, because, evidence: [evidence] },
    work: { Ruth: work("Ruth"), Samir: work("Samir"), ...(sampleId !== "ice-2" && { Olga: olga }) },
  };
}
