import type { AuthoredInput } from "../expand-study";

export const onion: AuthoredInput = {
  input: "Why do onions make us cry?",
  samples: [
    {
      id: "onion-1",
      system: "Lark",
      output:
        "When you cut an onion, you break open lots of tiny rooms called cells. Two things that were kept apart inside the onion now meet and mix, and together they make a stinging gas. The gas floats up into your eyes. Your eyes are always a little wet, and when the gas touches this wetness it turns into a tiny bit of acid, which stings. Your eyes think that something harmful has got in, so they do what they always do: they make tears to wash it away. A sharp knife helps, because it breaks fewer cells, and so does putting the onion into the fridge first, because cold slows the gas down. The tears do not mean that you are sad, of course!",
      units: {
        Correct: {
          conclusion: "Correct, if simplified.",
          score: 4,
          because: "Cells, gas, acid and tears are all as they should be.",
          evidence: [
            '"Two things that were kept apart inside the onion now meet and mix" is right: an enzyme and a sulphur compound.',
            '"A sharp knife helps, because it breaks fewer cells" is right.',
          ],
          work: {
            Ruth: "accept",
            Samir: {
              score: [3, "Eyes do not think, and cold slows the making of the gas more than the gas.", "Two small slips."],
              add: [
                [
                  '"because cold slows the gas down" is loose: the cold slows the mixing that makes the gas.',
                  "The draft praises the knife and skips the fridge.",
                ],
              ],
            },
            Olga: { blind: 4, because: "Two things mix, a gas forms, it stings, the eyes wash it out. I find no mistake." },
          },
        },
        "Plain words": {
          conclusion: "Plain and lively.",
          score: 4,
          because: "Tiny rooms is a good way to say cells.",
          evidence: [
            '"tiny rooms called cells" explains the one hard word at once.',
            '"they make tears to wash it away" is how one says it to a child.',
          ],
          work: {
            Ruth: {
              add: [
                [
                  '"a tiny bit of acid, which stings" says what the word acid means here by what it does.',
                  "The second hard word is explained too; the draft counts one.",
                ],
              ],
            },
            Samir: "accept",
            Olga: { blind: 4, because: "I would read this to my niece as it is." },
          },
        },
        "Answers the question": {
          conclusion: "It answers why, but leaves open what the two things are.",
          score: 3,
          because: "The two things that mix are never named.",
          evidence: [
            '"together they make a stinging gas" names the cause.',
            '"Two things that were kept apart" says too little: which two?',
          ],
          work: {
            Ruth: {
              conclusion: ["It answers why, as far as a child asks.", "A child does not miss the names."],
              score: [4, "No step is missing.", "Names of chemicals would make it worse."],
              remove: { 1: "For a ten-year-old, two things is just right." },
            },
            Samir: "accept",
            Olga: { blind: 4, because: "Cut, gas, sting, tears: the whole chain is there, and two tips follow from it." },
          },
        },
      },
    },
    {
      id: "onion-2",
      system: "Heron",
      output:
        "Onions grow in the ground and take up sulphur from the soil, which they store to keep hungry animals away. If you cut one, enzymes called alliinases convert sulphoxides into sulphenic acids, and these rearrange into syn-propanethial-S-oxide, a volatile compound. It reaches the cornea, where nerve endings report it to the brain, and the brain instructs the lachrymal glands to produce tears. So the onion is defending itself, a bit like a skunk. Cooking destroys the enzymes, which is why a fried onion makes nobody cry. If you want to cry less, breathe through your mouth, because the gas gets to your eyes through your nose.",
      units: {
        Correct: {
          conclusion: "Correct and very exact.",
          score: 4,
          because: "It names every step of the chemistry.",
          evidence: ['"syn-propanethial-S-oxide" is the right name.', '"Cooking destroys the enzymes" is right.'],
          work: {
            Ruth: {
              score: [3, "The tip at the end is wrong.", "One wrong detail; the rest I cannot judge and leave to the draft."],
              add: [['"the gas gets to your eyes through your nose" is wrong: it comes through the air.', "Overlooked."]],
            },
            Samir: {
              score: [3, "The chemistry is right, the tip is not.", "A detail that does not carry the explanation."],
              add: [
                [
                  '"breathe through your mouth, because the gas gets to your eyes through your nose" is false: it rises straight to the eye.',
                  "The draft stopped reading at the formula.",
                ],
              ],
            },
            Olga: {
              blind: 3,
              because: "The nose cannot be right: swimming goggles help and leave the nose free. The rest agrees with what I know.",
            },
          },
        },
        "Plain words": {
          conclusion: "Too hard in the middle, plain at both ends.",
          score: 2,
          because: "The middle is chemistry for students.",
          evidence: [
            '"enzymes called alliinases convert sulphoxides into sulphenic acids" means nothing to a child.',
            '"a bit like a skunk" is plain and funny.',
          ],
          work: {
            Ruth: {
              score: [1, "The middle is the answer, and the middle cannot be read.", "Plain ends around an unreadable answer do not help."],
            },
            Samir: "accept",
            Olga: { blind: 1, because: "I had to skip the second and third sentence, and these are the answer." },
          },
        },
        "Answers the question": {
          conclusion: "The question is answered completely.",
          score: 4,
          because: "From the soil to the tear, nothing is missing.",
          evidence: [
            '"the brain instructs the lachrymal glands to produce tears" is the last step.',
            '"So the onion is defending itself" even answers why the onion does it.',
          ],
          work: {
            Ruth: {
              score: [3, "Complete, but the cooking and the breathing are beside it.", "Not nothing beside the point, as level 4 asks."],
            },
            Samir: "accept",
            Olga: { blind: 3, because: "All steps are there. The soil at the start is more than was asked." },
          },
        },
      },
    },
  ],
};
