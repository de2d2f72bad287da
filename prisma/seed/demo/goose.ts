import type { AuthoredInput } from "../expand-study";

export const goose: AuthoredInput = {
  input: "Why do we get goosebumps when we are cold?",
  samples: [
    {
      id: "goose-1",
      system: "Lark",
      output:
        "Look at your arm when you are cold: each little bump has a hair in the middle. At the root of every hair there is a tiny muscle. When you are cold, your body tells all these muscles to pull at once. Each hair stands up, and the skin round it is pulled into a small bump. For animals with thick fur this is useful. The hairs that stand up hold more air between them, and air that cannot move keeps the warmth in, like a thick pullover. Our hairs are far too short and thin for that. So goosebumps hardly warm us; they are something left over from the time when our ancestors had fur. The same happens when we are frightened: a cat with its fur on end looks bigger.",
      units: {
        Correct: {
          conclusion: "Muscle, hair and fur are all described rightly.",
          score: 4,
          because: "It even says that they are of little use to us.",
          evidence: [
            '"At the root of every hair there is a tiny muscle." is right.',
            '"air that cannot move keeps the warmth in" is how fur works.',
          ],
          work: {
            Ruth: "accept",
            Samir: {
              revise: {
                0: [
                  '"At the root of every hair there is a tiny muscle." is right but for the eyelashes.',
                  "Right for what is asked; I only want it exact.",
                ],
              },
            },
            Olga: "accept",
          },
        },
        "Plain words": {
          conclusion: "Plain, and it starts at the reader's own arm.",
          score: 4,
          because: "Ancestors is the only word to ask about.",
          evidence: [
            '"like a thick pullover" is well chosen.',
            '"each little bump has a hair in the middle" can be looked up on the spot.',
          ],
          work: {
            Ruth: "accept",
            Samir: "accept",
            Olga: { score: [3, "Ancestors is not explained.", "One hard word, as the level says."] },
          },
        },
        "Answers the question": {
          conclusion: "It answers how and what for, and adds the cat.",
          score: 3,
          because: "Being frightened is another question.",
          evidence: [
            '"Each hair stands up, and the skin round it is pulled into a small bump." answers how.',
            '"a cat with its fur on end looks bigger" goes beyond the cold.',
          ],
          work: {
            Ruth: { score: [4, "How, and what it was good for: all there.", "One sentence about cats is no detour."] },
            Samir: "accept",
            Olga: {
              conclusion: ["Answered from the arm to the fur.", "The cat shows the same thing at work."],
              score: [4, "Nothing is missing.", "An example is not padding."],
              remove: { 1: "It is an example of the same muscles." },
            },
          },
        },
      },
    },
    {
      id: "goose-2",
      system: "Heron",
      output:
        "Piloerection, commonly known as goosebumps, is an involuntary reflex of the sympathetic nervous system. On exposure to cold the arrectores pilorum, small bundles of smooth muscle attached to the hair follicles, contract and erect the hairs, which elevates the adjoining skin. In mammals with a dense coat the insulating layer of air is thereby increased. In humans the response is regarded as vestigial, since our body hair is too sparse to retain much air. It may likewise be triggered by strong emotion, for instance by music, adrenaline being released in both cases. The name goes back to the skin of a plucked goose, whose feathers leave similar elevations. Shivering, by contrast, does generate heat, as the skeletal muscles work.",
      units: {
        Correct: {
          conclusion: "Correct, as one would find it in a medical dictionary.",
          score: 4,
          because: "Muscles, nerves and purpose are right.",
          evidence: ['"regarded as vestigial" is right.', '"Shivering, by contrast, does generate heat" is a true comparison.'],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
        "Plain words": {
          conclusion: "Hard in places, but it explains what the muscles do.",
          score: 2,
          because: "Some Latin is left standing.",
          evidence: [
            '"arrectores pilorum" is followed by an explanation.',
            '"the skin of a plucked goose" is the one thing that a child can see.',
          ],
          work: {
            Ruth: {
              score: [1, "There is no sentence that a child could read.", "The explanation of the Latin is as hard as the Latin."],
              remove: { 0: "What follows it explains nothing to a child." },
            },
            Samir: { score: [1, "Too hard from the first word on.", "It is not in places."] },
            Olga: { score: [1, "My niece would stop at the first word.", "The draft reads it as an adult."] },
          },
        },
        "Answers the question": {
          conclusion: "The question is answered fully, with a word on the name.",
          score: 4,
          because: "How, why and what for.",
          evidence: [
            '"the insulating layer of air is thereby increased" says what for.',
            '"The name goes back to the skin of a plucked goose" explains the word.',
          ],
          work: {
            Ruth: "accept",
            Samir: { score: [3, "Music and shivering were not asked for.", "Two of seven sentences are about something else."] },
            Olga: "accept",
          },
        },
      },
    },
  ],
};
