import type { AuthoredInput } from "../expand-study";

export const ice: AuthoredInput = {
  input: "Why does ice float on water?",
  samples: [
    {
      id: "ice-1",
      system: "Lark",
      output:
        "Most things shrink a little when they get cold and grow when they get warm. Water does something unusual: when it freezes, it grows. You can see this if you put a full bottle of water into the freezer, because the ice may push the lid off or crack the bottle. The tiny pieces that water is made of, called molecules, lock together in a pattern with a lot of empty space in it, like a climbing frame. So a piece of ice weighs less than the same amount of space filled with water, and light things float on heavier ones. Because it is only a little lighter, most of an iceberg, about half, hides under the water.",
      units: {
        Correct: {
          conclusion: "The explanation is right; the figure at the end is not.",
          score: 3,
          because: "About nine tenths of an iceberg are under water, not half.",
          evidence: ['"when it freezes, it grows" is right and the heart of the matter.', '"about half, hides under the water" is wrong.'],
          work: {
            Ruth: "accept",
            Samir: {
              add: [
                [
                  '"light things float on heavier ones" is loose: it depends on the weight for the same space, which the answer says just before.',
                  "Worth noting, not worth a point.",
                ],
              ],
            },
            Olga: { blind: 3, because: "I remember nine tenths for icebergs. Everything else is as I learned it." },
          },
        },
        "Plain words": {
          conclusion: "Plain, with a good picture.",
          score: 4,
          because: "Molecules are explained, and the climbing frame helps.",
          evidence: [
            '"like a climbing frame" is a picture from the playground.',
            '"The tiny pieces that water is made of, called molecules" explains the word before using it.',
          ],
          work: {
            Ruth: {
              score: [3, "One sentence in the middle is clumsy.", "The class would stumble over weighing an amount of space."],
              add: [
                [
                  '"a piece of ice weighs less than the same amount of space filled with water" is hard to take in.',
                  "The most important sentence is the hardest one.",
                ],
              ],
            },
            Samir: "accept",
            Olga: {
              blind: 3,
              because: "Good pictures. The sentence about the same amount of space I would have to say again in other words.",
            },
          },
        },
        "Answers the question": {
          conclusion: "Answered from start to end.",
          score: 4,
          because: "Why ice is lighter and why light things float: both are there.",
          evidence: [
            '"Water does something unusual: when it freezes, it grows." opens the answer.',
            '"The lake freezes from the top" rounds it off.',
          ],
          work: {
            Ruth: { remove: { 1: "There is no lake in this answer." } },
            Samir: { remove: { 1: "Made up; this is from the other answer." } },
            Olga: { blind: 4, because: "It says why ice is lighter, and that is the question." },
          },
        },
      },
    },
    {
      id: "ice-2",
      system: "Heron",
      output:
        "Ice floats because it is lighter than water. There is air in it: when water freezes, it takes in air from around it, and you can see the bubbles in an ice cube. The air makes the ice light, in the same way as armbands keep you up in a swimming pool. This is lucky for fish. In winter a lake freezes at the top first, and the ice keeps the cold away from the water below, like a lid, so the fish can live underneath. If ice sank, lakes would freeze from the bottom up and nothing in them would survive the winter. So the next time you see ice cubes float in your lemonade, think of the fish.",
      units: {
        Correct: {
          conclusion: "Correct: ice is lighter, and the fish profit from it.",
          score: 4,
          because: "The main statement is true.",
          evidence: [
            '"Ice floats because it is lighter than water." is true.',
            '"a lake freezes at the top first" is true.',
            '"you can see the bubbles in an ice cube" is true and can be checked at home.',
          ],
          work: {
            Ruth: {
              score: [2, "Air is not what makes ice light.", "Clear ice without a bubble floats as well."],
              revise: {
                2: [
                  '"you can see the bubbles in an ice cube" is true and proves nothing: clear ice floats too.',
                  "The draft takes the bubbles for a proof.",
                ],
              },
            },
            Samir: {
              conclusion: ["The first sentence is true, and its reason is false.", "The bubbles are not the cause."],
              score: [1, "The child learns that air carries the ice.", "The whole explanation is the air, and the air is wrong."],
              remove: { 2: "True, but it is offered as proof of something false." },
              add: [
                [
                  '"when water freezes, it takes in air from around it" is false: freezing drives the air out, and that is where the bubbles come from.',
                  "The exact opposite of what happens.",
                ],
              ],
            },
          },
        },
        "Plain words": {
          conclusion: "Very plain, and nice to read.",
          score: 4,
          because: "Armbands, lid and lemonade are all from a child's world.",
          evidence: [
            '"in the same way as armbands keep you up in a swimming pool" is a picture that every child understands.',
            '"like a lid" says in two words what the ice does.',
          ],
          work: { Ruth: "accept", Samir: "accept" },
        },
        "Answers the question": {
          conclusion: "It answers the question, then turns to fish.",
          score: 3,
          because: "Half of the text is about something else.",
          evidence: [
            '"The air makes the ice light" gives the reason.',
            '"This is lucky for fish." begins the part that was not asked for.',
          ],
          work: {
            Ruth: {
              score: [2, "The why gets two sentences, the fish get four.", "I like the fish, but nobody asked for them."],
            },
            Samir: {
              score: [1, "There is no true reason in it.", "Take away the air, and lighter because lighter is left."],
              revise: { 0: ['"The air makes the ice light" gives a reason that is none.', "A false reason does not answer."] },
            },
          },
        },
      },
    },
  ],
};
