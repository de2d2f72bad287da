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
  "ship-1": [4, "An answer to build on.", "It can be tried in any sink.", '"It is more like a bowl" is all one needs.'],
  "ship-2": [
    2,
    "Plain, but the bubbles are doubtful.",
    "The facts about ships are nice.",
    '"The captain must watch the weight" is true.',
    {
      Ruth: [1, "I would not give it to anyone.", "Nothing of the reason is true."],
      Samir: [1, "Wrong from the first sentence.", "Nice facts are no answer."],
    },
  ],
  "goose-1": [4, "Good from the arm to the fur.", "Nothing needs to be changed.", '"Look at your arm" draws the reader in.'],
  "goose-2": [
    3,
    "Exact, though demanding.",
    "With a dictionary it works.",
    '"Shivering, by contrast, does generate heat" is worth knowing.',
    {
      Ruth: [2, "Exact and of no use here.", "Children do not read with a dictionary."],
      Samir: [1, "No child gets past the first line.", "It helps nobody that it was written for."],
      Olga: [2, "It needs to be written again.", "What it says could be kept."],
    },
  ],
  "summer-1": [
    4,
    "A hard question, well answered.",
    "The torch makes it clear.",
    '"Long days and steep light together make the summer warm." sums it up.',
    { Olga: [3, "Say which half first, and it is perfect.", "Our half is not everybody's."] },
  ],
  "summer-2": [
    3,
    "Readable, with some extras.",
    "The hat could go.",
    "It speaks of both length and warmth.",
    {
      Ruth: [1, "It teaches the best-known mistake about the seasons.", "Readable makes it worse."],
      Samir: [1, "False from the second sentence on.", "The oven will be remembered."],
      Olga: [2, "Another answer is needed.", "The poles are right, the rest is not."],
    },
  ],
  "popcorn-1": [
    3,
    "Good, but for the temperature.",
    "One figure seems wrong.",
    '"So the steam presses harder and harder" is well told.',
    {
      Ruth: [4, "I would change nothing.", "The figure is right."],
      Samir: [4, "As it is.", "The draft doubts the one thing that it did not check."],
    },
  ],
  "popcorn-2": [2, "Friendly, and wrong about the air.", "It needs another reason.", '"You should put a lid on the pot." is good advice.'],
  "stars-1": [4, "Careful and complete.", "It explains the difference.", '"The stars themselves shine quite steadily." clears the way.'],
  "stars-2": [
    3,
    "Many good facts.",
    "Only the fire should go.",
    '"Astronauts, who are above the air" is the best of them.',
    {
      Ruth: [2, "It puts the wrong reason first.", "One cannot just take it out: it is the answer."],
      Samir: [1, "A child would tell it on with the fire in it.", "The main reason is false."],
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
