import type { AuthoredInput } from "../expand-study";

export const leaves: AuthoredInput = {
  input: "Why do leaves turn yellow and red in autumn?",
  samples: [
    {
      id: "leaves-1",
      system: "Lark",
      output:
        "A leaf is a kitchen. It makes sugar out of light, air and water, and the cook is a green stuff called chlorophyll. The leaf makes new chlorophyll all summer long, so it looks green. There is yellow in the leaf too, but the green hides it. In autumn the days get short and cold, and the tree closes its kitchens. It stops making the green stuff and takes back what it can still use. When the green is gone, you see the yellow that was there all along. Some trees also make a red colour in those last weeks, out of sugar that is left in the leaf. That is why maples glow when the nights are cold and the days are sunny.",
      units: {
        Correct: {
          conclusion: "Right in all its steps, from the green to the red.",
          score: 4,
          because: "Hidden yellow and newly made red are kept apart, as they should be.",
          evidence: [
            '"you see the yellow that was there all along" is right: the yellow is only uncovered.',
            '"Some trees also make a red colour in those last weeks" is right, and most people do not know it.',
          ],
          work: {
            Ruth: "accept",
            Samir: "accept",
            Olga: {
              score: [
                3,
                "A leaf in the shade makes little sugar; light, air and water are not all it needs.",
                "A small slip in the kitchen.",
              ],
              add: [['"out of light, air and water" leaves out what the roots bring.', "The draft passes over it."]],
            },
          },
        },
        "Plain words": {
          conclusion: "Plain, and the kitchen carries it.",
          score: 4,
          because: "The one hard word is introduced as the cook.",
          evidence: [
            '"A leaf is a kitchen." is a picture to start from.',
            '"the cook is a green stuff called chlorophyll" explains the word.',
          ],
          work: {
            Ruth: { score: [3, "Chlorophyll comes twice.", "They cannot pronounce it. Once would have done."] },
            Samir: "accept",
            Olga: "accept",
          },
        },
        "Answers the question": {
          conclusion: "Both colours get their reason.",
          score: 4,
          because: "Yellow and red are asked for, and both are explained.",
          evidence: [
            '"When the green is gone" starts the answer for yellow.',
            '"out of sugar that is left in the leaf" gives the one for red.',
          ],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
      },
    },
    {
      id: "leaves-2",
      system: "Heron",
      output:
        "Leaves change their colour because of the cold. When the first frost comes, it kills the leaf, and dead leaves are yellow or red or brown, in the same way as an apple turns brown after you have cut it. Trees that stand in warm places keep their green leaves for longer, which shows that it is the cold that does it. Trees let their leaves fall because they could not carry the weight of snow on them: a fir has needles, so the snow slips off. In some countries people travel a long way to look at the red forests. If you press a leaf in a heavy book, it keeps its colour for years.",
      units: {
        Correct: {
          conclusion: "The cold plays a part, but the frost does not make the colours.",
          score: 2,
          because: "Leaves turn before the first frost.",
          evidence: [
            '"When the first frost comes, it kills the leaf" is false: the tree withdraws the green while the leaf lives.',
            '"a fir has needles, so the snow slips off" is true.',
          ],
          work: {
            Ruth: "accept",
            Samir: {
              score: [1, "The main explanation is wrong.", "If the reason is false, the scale says one."],
              add: [['"in the same way as an apple turns brown" compares two things that have nothing in common.', "Overlooked."]],
            },
            Olga: "accept",
          },
        },
        "Plain words": {
          conclusion: "Plain.",
          score: 4,
          because: "Every word is a child's.",
          evidence: ['"Leaves change their colour because of the cold." cannot be misread.', '"the snow slips off" is well said.'],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
        "Answers the question": {
          conclusion: "It gives a reason and then speaks of snow, travel and books.",
          score: 2,
          because: "Only the first half is about the question.",
          evidence: [
            '"Trees let their leaves fall because they could not carry the weight of snow on them" answers another question.',
            '"If you press a leaf in a heavy book" is not asked for.',
          ],
          work: {
            Ruth: {
              score: [3, "The why is there, wrong or not; the rest is beside the point.", "Being wrong belongs to the first criterion."],
            },
            Samir: "accept",
            Olga: { remove: { 1: "A thing to try is not padding." } },
          },
        },
      },
    },
  ],
};
