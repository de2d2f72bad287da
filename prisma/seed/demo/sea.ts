import type { AuthoredInput } from "../expand-study";

export const sea: AuthoredInput = {
  input: "Why is the sea salty, but rivers are not?",
  samples: [
    {
      id: "sea-1",
      system: "Lark",
      output:
        "Rivers are a little bit salty, only so little that you cannot taste it. Rain falls on rocks and stones and washes tiny bits of salt out of them. The rivers carry this salt down to the sea. There the water can go up again: the sun warms the sea, and water rises into the air and becomes clouds. But the salt cannot fly. It stays behind. The clouds rain on the land, the rivers bring the next bit of salt, and so it goes on, for millions of years. That is how the sea collected so much. Some salt also comes out of hot springs at the bottom of the sea. If you let a plate of sea water dry in the sun, you can see the salt that stays behind.",
      units: {
        Correct: {
          conclusion: "Right, and complete with the springs.",
          score: 4,
          because: "Both sources and the reason why salt stays are named.",
          evidence: [
            '"washes tiny bits of salt out of them" is right.',
            '"Some salt also comes out of hot springs at the bottom of the sea." is right and rarely said.',
          ],
          work: {
            Ruth: "accept",
            Samir: "accept",
            Olga: {
              score: [
                3,
                "The sea has not grown saltier for a very long time.",
                "Salt is taken out at the bottom as well, and the answer sounds as if it only grew.",
              ],
            },
          },
        },
        "Plain words": {
          conclusion: "Plain as can be.",
          score: 4,
          because: "A child could tell it again after one reading.",
          evidence: ['"But the salt cannot fly." is how one should say it.', '"and so it goes on, for millions of years" is plain.'],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
        "Answers the question": {
          conclusion: "Sea and rivers are both explained.",
          score: 4,
          because: "It starts with the rivers and ends with the sea.",
          evidence: [
            '"only so little that you cannot taste it" answers the half about rivers.',
            '"That is how the sea collected so much." answers the other.',
          ],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
      },
    },
    {
      id: "sea-2",
      system: "Heron",
      output:
        "The sea is salty because there is a lot of salt at the bottom of it. In old times there were large fields of salt, and when the water came, the salt dissolved in it, as sugar does in tea. Rivers are not salty because their water moves all the time, and salt only dissolves in water that stands still. The Dead Sea is so salty that you can lie on it and read a newspaper. Fish in the sea drink salt water and get rid of the salt through their gills. People cannot drink sea water, because it makes them even more thirsty. You should never try it on a boat, even if you have no other water left.",
      units: {
        Correct: {
          conclusion: "Several facts are right, but both reasons are doubtful.",
          score: 2,
          because: "Salt dissolves in moving water too.",
          evidence: [
            '"salt only dissolves in water that stands still" is false: stirring helps.',
            '"it makes them even more thirsty" is true.',
          ],
          work: {
            Ruth: { score: [1, "Both reasons are wrong, not doubtful.", "Every child who has stirred tea knows better."] },
            Samir: { score: [1, "The sea's salt came with the rivers.", "Two questions, two false reasons."] },
            Olga: "accept",
          },
        },
        "Plain words": {
          conclusion: "Plain, with a newspaper on the water.",
          score: 4,
          because: "Gills are the only special word, and fish have them.",
          evidence: ['"as sugar does in tea" is at hand.', '"you can lie on it and read a newspaper" is a picture one keeps.'],
          work: { Ruth: "accept", Samir: "accept", Olga: { score: [3, "Gills are not explained.", "One hard word."] } },
        },
        "Answers the question": {
          conclusion: "It answers both halves in its first three sentences.",
          score: 3,
          because: "The rest is about drinking.",
          evidence: [
            '"Rivers are not salty because their water moves all the time" takes up the second half.',
            '"Fish in the sea drink salt water" is beside the question.',
          ],
          work: {
            Ruth: { score: [2, "Half of the text is about something else.", "Four of seven sentences are not about the question."] },
            Samir: { score: [2, "Buried under fish and thirst.", "The guidelines call facts about something else padding."] },
            Olga: "accept",
          },
        },
      },
    },
  ],
};
