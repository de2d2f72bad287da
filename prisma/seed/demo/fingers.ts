import type { AuthoredInput } from "../expand-study";

export const fingers: AuthoredInput = {
  input: "Why do our fingers go wrinkly in the bath?",
  samples: [
    {
      id: "fingers-1",
      system: "Lark",
      output:
        "For a long time people thought that the skin just soaks up water like a sponge and gets too big for the finger. But people whose finger nerves are damaged get no wrinkles in the bath, so there must be more to it. Today we know that your body does it on purpose. After about five minutes in water, nerves tell the tiny blood tubes in your fingertips to get narrower. The inside of the fingertip gets a little smaller, and the skin on top falls into folds. The folds may help you to hold wet things, because water can run off between them, as it does in the grooves of a car tyre. Toes do it as well, and that may have helped people to walk on wet stones.",
      units: {
        Correct: {
          conclusion: "Right, and careful where the matter is open.",
          score: 4,
          because: "The nerves are named, and the use of the folds is called a possibility.",
          evidence: [
            '"people whose finger nerves are damaged get no wrinkles in the bath" is the observation that decided the matter.',
            '"The folds may help you to hold wet things" claims no more than is known.',
          ],
          work: {
            Ruth: "accept",
            Samir: {
              score: [3, "Nobody knows that the body does it for a purpose.", "One sentence says more than is known."],
              add: [['"your body does it on purpose" is stronger than what follows.', "The draft praises the caution and misses this."]],
            },
            Olga: "accept",
          },
        },
        "Plain words": {
          conclusion: "Plain, if a little long.",
          score: 3,
          because: "Nerves are not explained.",
          evidence: ['"like a sponge" helps.', '"nerves tell the tiny blood tubes" uses a word that is not explained.'],
          work: {
            Ruth: "accept",
            Samir: { score: [4, "Ten-year-olds know nerves.", "They have had the human body at school."] },
            Olga: { score: [4, "I see one known word and no hard one.", "The sentence explains what nerves do."] },
          },
        },
        "Answers the question": {
          conclusion: "The way there is told well, and the answer comes.",
          score: 4,
          because: "How and what for are both said.",
          evidence: ['"the skin on top falls into folds" is the answer.', '"as it does in the grooves of a car tyre" adds what for.'],
          work: {
            Ruth: { score: [3, "The answer comes in the fifth sentence.", "Two sentences about what people used to think come first."] },
            Samir: "accept",
            Olga: "accept",
          },
        },
      },
    },
    {
      id: "fingers-2",
      system: "Heron",
      output:
        "Skin is like a sponge. When you sit in the bath for a long time, the water goes into your skin, and the skin swells. Because it is fixed to the finger underneath, it has no room to grow sideways, so it has to make folds, in the same way as a carpet that is too big for the room. The skin on your arms has oil on it that keeps the water out, and so it stays smooth. When you get out of the bath, the water dries, and after a quarter of an hour your fingers are smooth again. Do not stay in the bath for more than an hour, or the skin may come off.",
      units: {
        Correct: {
          conclusion: "A well-known explanation, and mostly right.",
          score: 3,
          because: "Only the warning at the end goes too far.",
          evidence: [
            '"the water goes into your skin, and the skin swells" is right.',
            '"or the skin may come off" is false and frightening.',
          ],
          work: {
            Ruth: "accept",
            Samir: {
              conclusion: ["The old explanation, which is known to be wrong.", "It is the nerves; the skin hardly swells."],
              score: [1, "The main explanation is wrong.", "The draft believes what the answer believes."],
              remove: { 0: "It does not swell enough for that." },
            },
            Olga: {
              score: [2, "The reason is out of date, and the warning is false.", "The other answer says why it cannot be the sponge."],
              revise: {
                0: ['"the water goes into your skin, and the skin swells" is what people used to think.', "Nerves are what matters."],
              },
            },
          },
        },
        "Plain words": {
          conclusion: "Very plain.",
          score: 4,
          because: "Sponge and carpet are in every house.",
          evidence: ['"a carpet that is too big for the room" is easy to see.', '"Skin is like a sponge." is a good first sentence.'],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
        "Answers the question": {
          conclusion: "It answers the question directly.",
          score: 4,
          because: "Why fingers and why not arms: both are there.",
          evidence: ['"it has to make folds" is the answer.', '"and so it stays smooth" answers what a child would ask next.'],
          work: {
            Ruth: "accept",
            Samir: { score: [3, "It answers, with a reason that is none.", "I will not give the highest level to a false why."] },
            Olga: "accept",
          },
        },
      },
    },
  ],
};
