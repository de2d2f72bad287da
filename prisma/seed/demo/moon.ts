import type { AuthoredInput } from "../expand-study";

export const moon: AuthoredInput = {
  input: "Why does the Moon seem to follow our car?",
  samples: [
    {
      id: "moon-1",
      system: "Lark",
      output:
        "When you look out of a car window, things close to you, like fences and trees, rush past. Things further away, like a hill, move past slowly. The further away something is, the less it seems to move. The Moon is extremely far away, about 384,000 kilometres. You can drive for an hour and, compared with that distance, you have hardly moved at all. So the Moon stays in the same direction in your window. Your brain is used to the idea that things you drive past get left behind. When the Moon does not get left behind, your brain decides that it must be coming along. It is not following you: your friend in another town thinks that it is following her.",
      units: {
        Correct: {
          conclusion: "Correct in every point.",
          score: 4,
          because: "The distance is right, and so is the reason.",
          evidence: [
            '"The further away something is, the less it seems to move." is the rule that explains it.',
            '"about 384,000 kilometres" is the mean distance of the Moon.',
          ],
          work: {
            Ruth: "accept",
            Samir: "accept",
            Olga: {
              score: [
                3,
                "What the brain decides is told as if it were known.",
                "A small slip: nobody has shown that the brain reasons like this.",
              ],
              add: [
                ['"your brain decides that it must be coming along" is a guess told as a fact.', "The draft does not weigh this sentence."],
              ],
            },
          },
        },
        "Plain words": {
          conclusion: "Plain, and it starts with what the child sees.",
          score: 4,
          because: "No hard word at all.",
          evidence: [
            '"things close to you, like fences and trees, rush past" begins with what a child knows from the back seat.',
            '"compared with that distance, you have hardly moved at all" is the hardest step, and it is said plainly.',
          ],
          work: {
            Ruth: {
              score: [
                3,
                "One step is hard: comparing an hour's drive with 384,000 kilometres.",
                "Children of ten do not compare distances of that size.",
              ],
              revise: {
                1: [
                  '"compared with that distance, you have hardly moved at all" is a hard step for a child, and a picture is missing.',
                  "Plain words do not make it easy.",
                ],
              },
            },
            Samir: "accept",
            Olga: "accept",
          },
        },
        "Answers the question": {
          conclusion: "It answers the question fully.",
          score: 4,
          because: "From the window to the brain, no step is missing.",
          evidence: [
            '"So the Moon stays in the same direction in your window." is the answer.',
            '"your friend in another town thinks that it is following her" shows at the end that it is only seeming.',
          ],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
      },
    },
    {
      id: "moon-2",
      system: "Heron",
      output:
        "The Moon goes round the Earth once a month, and the Earth itself turns once a day, so the Moon is always moving across the sky. It rises in the east and sets in the west, just like the Sun. When you sit in a car and watch it, you notice this movement. Because the Moon moves in the sky while your car moves on the road, it looks as if the two were travelling together. At night there are also few other things to look at, so your eyes stay on the Moon. The Moon is about a quarter as wide as the Earth, and people have walked on it twelve times. Scientists call the changing of its shape its phases.",
      units: {
        Correct: {
          conclusion: "The facts about the Moon are correct.",
          score: 4,
          because: "Every sentence about the Moon holds.",
          evidence: [
            '"It rises in the east and sets in the west, just like the Sun." is right.',
            '"about a quarter as wide as the Earth" is right.',
            '"people have walked on it twelve times" is right.',
          ],
          work: {
            Ruth: {
              conclusion: [
                "The facts are right, but they do not explain what the child sees.",
                "The Moon would seem to follow the car if it stood still.",
              ],
              score: [2, "The step from the facts to the car is false.", "The Moon's own movement is far too slow to see from a car."],
              add: [
                [
                  '"Because the Moon moves in the sky while your car moves on the road" is not the reason.',
                  "The draft looked at the facts and not at the because.",
                ],
              ],
            },
            Samir: {
              conclusion: [
                "The explanation is false: the Moon's own movement has nothing to do with it.",
                "True facts around a false reason.",
              ],
              score: [1, "The main explanation is wrong.", "The guidelines put the main explanation first."],
              revise: {
                2: [
                  '"people have walked on it twelve times" is wrong: twelve people did, on six flights.',
                  "The draft takes twelve people for twelve times.",
                ],
              },
              add: [
                [
                  '"it looks as if the two were travelling together" does not follow: the Moon moves its own width in two minutes.',
                  "This is where the answer breaks.",
                ],
              ],
            },
            Olga: {
              score: [2, "Most of it is true, the reason is not.", "One false step carries the whole answer."],
              remove: { 2: "It was twelve people, not twelve times." },
            },
          },
        },
        "Plain words": {
          conclusion: "Easy to read.",
          score: 4,
          because: "Nothing needs explaining.",
          evidence: [
            '"It rises in the east and sets in the west, just like the Sun." is known from school.',
            '"the gravitational pull of the Moon" is the only hard phrase.',
          ],
          work: {
            Ruth: { remove: { 1: "There is no such phrase in the answer." } },
            Samir: { remove: { 1: "Made up." } },
            Olga: {
              remove: { 1: "Not in the text." },
              score: [3, "The first sentence has three movements in it.", "Too much at once for a first sentence."],
            },
          },
        },
        "Answers the question": {
          conclusion: "The question is answered, with interesting additions.",
          score: 3,
          because: "The additions are more than was asked for.",
          evidence: [
            '"it looks as if the two were travelling together" answers the question.',
            '"Scientists call the changing of its shape its phases." is an addition.',
          ],
          work: {
            Ruth: {
              conclusion: [
                "The question stays open; the text collects facts about the Moon.",
                "Additions to what? There is no answer to add to.",
              ],
              score: [1, "It talks about the Moon and not about the car.", "The child would ask again."],
              remove: { 0: "This repeats the question in other words." },
            },
            Samir: {
              score: [1, "The question stays open.", "A false reason, then a list."],
              revise: {
                0: ['"it looks as if the two were travelling together" only says the question again.', "A restatement is no answer."],
                1: [
                  '"Scientists call the changing of its shape its phases." has nothing to do with the question.',
                  "Addition is too kind.",
                ],
              },
            },
            Olga: {
              score: [2, "An answer is tried, and half the text is something else.", "It does try, so not the lowest."],
            },
          },
        },
      },
    },
  ],
};
