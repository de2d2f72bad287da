import type { AuthoredInput } from "../expand-study";

export const summer: AuthoredInput = {
  input: "Why are days in summer longer and warmer than in winter?",
  samples: [
    {
      id: "summer-1",
      system: "Lark",
      output:
        "The Earth goes round the Sun once a year, and it does not stand straight while it does so. It leans to one side, always in the same direction, like a spinning top that has been pushed over a little. In June our half of the Earth leans towards the Sun. Then the Sun climbs high, stays up for a long time, and shines down on us steeply. In December our half leans away. The Sun stays low and goes down early, and its light comes in at a slant, so that the same light is spread over more ground. Hold a torch straight over a table, and then at a slant: the spot gets bigger and paler. Long days and steep light together make the summer warm. On the other half of the Earth it is winter at that time.",
      units: {
        Correct: {
          conclusion: "The lean of the Earth is the reason, and it is described rightly.",
          score: 4,
          because: "Length and warmth both follow from it.",
          evidence: [
            '"It leans to one side, always in the same direction" is the point that many answers miss.',
            '"the same light is spread over more ground" is why low light is weak.',
          ],
          work: {
            Ruth: "accept",
            Samir: "accept",
            Olga: {
              score: [
                3,
                "It takes for granted on which half the reader lives.",
                "In Australia June is winter, and the text says our half.",
              ],
              add: [
                [
                  '"In June our half of the Earth leans towards the Sun." is true only in the north.',
                  "The last sentence helps, but it comes late.",
                ],
              ],
            },
          },
        },
        "Plain words": {
          conclusion: "Plain, though there is much to picture at once.",
          score: 3,
          because: "The slanting light is hard without a torch.",
          evidence: [
            '"like a spinning top that has been pushed over a little" can be seen at once.',
            '"comes in at a slant" needs the experiment.',
          ],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
        "Answers the question": {
          conclusion: "Longer and warmer are both explained.",
          score: 4,
          because: "One reason, two results.",
          evidence: [
            '"Long days and steep light together make the summer warm." brings both together.',
            '"The Sun stays low and goes down early" answers for the winter.',
          ],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
      },
    },
    {
      id: "summer-2",
      system: "Heron",
      output:
        "The path of the Earth round the Sun is not a circle but an oval. In summer we are closer to the Sun, and therefore it is warmer, just as it is warmer near an oven. In winter we are far away. As the Sun looks bigger from nearby, it can be seen for longer, and so the days grow too. In addition the Earth leans to one side, which makes a difference at the poles, where the Sun does not go down for half a year. The longest day is in June, and on that day many people light fires. You should wear a hat, as the Sun is strong at noon. The seasons are spring, summer, autumn and winter.",
      units: {
        Correct: {
          conclusion: "The oval is right, and the lean of the Earth is mentioned.",
          score: 3,
          because: "Only the link between size and day length is weak.",
          evidence: [
            '"is not a circle but an oval" is right.',
            '"the tilt of the axis causes the seasons" names the reason.',
            '"where the Sun does not go down for half a year" is right for the poles.',
          ],
          work: {
            Ruth: {
              conclusion: [
                "The main reason is wrong: the Earth is nearest to the Sun in January.",
                "The draft takes a true sentence about ovals for a reason.",
              ],
              score: [1, "A false reason, with the right one as an extra.", "Nearness has nothing to do with it."],
              remove: { 1: "The answer does not say this." },
              add: [
                ['"In summer we are closer to the Sun" is false in the northern half.', "This is the mistake that everything rests on."],
              ],
            },
            Samir: {
              conclusion: ["An oven is a poor model of the seasons.", "If it were right, Australia would have summer with us."],
              score: [1, "Both reasons it gives are false.", "The oval is nearly a circle."],
              remove: { 1: "Made up: these words are not there." },
              revise: { 0: ['"is not a circle but an oval" is true and explains nothing here.', "True is not the same as to the point."] },
            },
            Olga: {
              score: [2, "Wrong about warmth, half right about the poles.", "The lean is at least named."],
              remove: { 1: "I looked for it and did not find it." },
            },
          },
        },
        "Plain words": {
          conclusion: "Easy to read.",
          score: 4,
          because: "Short sentences and an oven.",
          evidence: ['"just as it is warmer near an oven" is easy to picture.', '"You should wear a hat" is plain.'],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
        "Answers the question": {
          conclusion: "It answers both parts, then speaks of fires and hats.",
          score: 3,
          because: "The last three sentences are beside the question.",
          evidence: [
            '"so the days grow too" takes up the length of the days.',
            '"on that day many people light fires" is beside the question.',
          ],
          work: {
            Ruth: { score: [2, "A third of it is about hats, fires and names.", "Padding, by our guidelines."] },
            Samir: "accept",
            Olga: "accept",
          },
        },
      },
    },
  ],
};
