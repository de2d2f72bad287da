import type { AuthoredInput } from "../expand-study";

export const cats: AuthoredInput = {
  input: "Why do cats' eyes shine in the dark?",
  samples: [
    {
      id: "cats-1",
      system: "Lark",
      output:
        "A cat's eyes make no light of their own. In a room that is really dark they do not shine at all. But at the back of each eye, behind the part that sees, a cat has a kind of mirror. When a little light comes into the eye, some of it is caught on the way in. The rest hits the mirror, is sent back, and gets a second chance to be seen. So a cat can see with much less light than we need. Some of the light misses the second time as well and comes out of the eye again, straight back to where it came from. That is the shine you see when you point a torch at a cat, or when a car comes round the corner.",
      units: {
        Correct: {
          conclusion: "Right from the first sentence to the last.",
          score: 4,
          because: "The mirror, the second chance and the way back are all as they are.",
          evidence: [
            '"In a room that is really dark they do not shine at all." removes the usual mistake.',
            '"straight back to where it came from" is exact.',
          ],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
        "Plain words": {
          conclusion: "Plain, though one sentence has to be read twice.",
          score: 3,
          because: "The light that misses twice is hard to follow.",
          evidence: [
            '"a cat has a kind of mirror" is plain.',
            '"Some of the light misses the second time as well and comes out of the eye again" is hard.',
          ],
          work: {
            Ruth: "accept",
            Samir: { score: [4, "Nothing in it is hard.", "I read it once."] },
            Olga: { score: [4, "Short words all through.", "Reading twice is no shame; the words are easy."] },
          },
        },
        "Answers the question": {
          conclusion: "Answered from start to end.",
          score: 4,
          because: "What shines, why, and when: all there.",
          evidence: [
            '"That is the shine you see" closes the chain.',
            '"So a cat can see with much less light than we need." says what it is good for.',
          ],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
      },
    },
    {
      id: "cats-2",
      system: "Heron",
      output:
        "Cats are hunters of the night, and their eyes are built for it. During the day their eyes collect light, as a glow-in-the-dark sticker does, and at night they give it back, so that the cat can see where it goes. The pupil of a cat is a slit in bright light and a large circle in the dark, and the larger it is, the brighter the eye shines. Cats also have whiskers that feel the way when it is too dark even for them. Not only cats have such eyes: dogs, deer and cows have them too. Ours do not shine, because we sleep at night. Photos with red eyes come from the blood at the back of our eyes.",
      units: {
        Correct: {
          conclusion: "The comparison with a sticker is wrong; the facts around it are right.",
          score: 2,
          because: "Eyes store no light.",
          evidence: [
            '"as a glow-in-the-dark sticker does" is false: the light is reflected at once.',
            '"dogs, deer and cows have them too" is true.',
            '"come from the blood at the back of our eyes" is true.',
          ],
          work: {
            Ruth: { score: [1, "The main explanation is wrong.", "A child would learn that eyes are lamps."] },
            Samir: "accept",
            Olga: {
              score: [1, "Two reasons are given, and both are false.", "Sleeping has nothing to do with it either."],
              add: [['"because we sleep at night" is no reason.', "Overlooked."]],
            },
          },
        },
        "Plain words": {
          conclusion: "Easy to read.",
          score: 4,
          because: "Pupil is explained by what it does.",
          evidence: ['"a slit in bright light and a large circle in the dark" can be seen in any cat.', '"hunters of the night" is good.'],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
        "Answers the question": {
          conclusion: "It answers, then speaks of whiskers and photos.",
          score: 3,
          because: "Whiskers have no part in the shine.",
          evidence: ['"at night they give it back" is meant as the answer.', '"Cats also have whiskers" is beside the question.'],
          work: {
            Ruth: "accept",
            Samir: { score: [2, "More than half of it is about other things.", "Whiskers, deer, sleep and photos."] },
            Olga: "accept",
          },
        },
      },
    },
  ],
};
