import type { AuthoredInput } from "../expand-study";

export const bread: AuthoredInput = {
  input: "Why does bread go hard when it is left out, while biscuits go soft?",
  samples: [
    {
      id: "bread-1",
      system: "Lark",
      output:
        "It is all about water, and water likes to even things out. Fresh bread has a lot of water inside it. The air in the room is drier than the bread, so bit by bit the water leaves the bread and goes into the air. Also, tiny grains of starch in the bread slowly stiffen, and that makes it hard even in a closed bag. A biscuit is the other way round. It was baked until nearly all its water was gone, and it has a lot of sugar in it. Sugar pulls water towards itself. So the biscuit drinks up dampness from the air and turns soft. That is why bread wants a bag, and biscuits want a tin with a tight lid.",
      units: {
        Correct: {
          conclusion: "Mostly correct, with one claim that cannot be right.",
          score: 3,
          because: "Bread in a closed bag does not go hard.",
          evidence: [
            '"Sugar pulls water towards itself." is true.',
            '"that makes it hard even in a closed bag" is false, since the water cannot leave the bag.',
          ],
          work: {
            Ruth: "accept",
            Samir: {
              conclusion: [
                "Everything in it is correct, the stiffening starch included.",
                "The draft takes a true statement for a false one.",
              ],
              score: [4, "Nothing in it is false.", "Bread does go stale in a bag: the starch stiffens without losing water."],
              revise: {
                1: [
                  '"that makes it hard even in a closed bag" is true and often forgotten.',
                  "Stiffening starch needs no drying. The draft is mistaken, not the answer.",
                ],
              },
            },
            Olga: {
              score: [4, "I looked it up: bread goes stale in a bag as well.", "The sentence the draft calls false is right."],
              remove: { 1: "Not false." },
            },
          },
        },
        "Plain words": {
          conclusion: "Easy to read, with pictures a child knows.",
          score: 4,
          because: "One word, starch, is not explained, but the sentence works without it.",
          evidence: [
            '"the biscuit drinks up dampness from the air" is a picture that a child can see.',
            '"That is why bread wants a bag, and biscuits want a tin with a tight lid." closes with something from the kitchen.',
          ],
          work: {
            Ruth: {
              score: [3, "Starch is not explained, and one sentence depends on it.", "My class would ask what starch is."],
              add: [
                [
                  '"tiny grains of starch in the bread slowly stiffen" uses a word that is not explained.',
                  "The draft mentions it and then lets it pass.",
                ],
              ],
            },
            Samir: "accept",
            Olga: "accept",
          },
        },
        "Answers the question": {
          conclusion: "Both halves of the question are answered and compared.",
          score: 4,
          because: "Bread and biscuit each get their reason.",
          evidence: [
            '"A biscuit is the other way round." ties the two halves together.',
            '"It is all about water" states the answer in the first sentence.',
          ],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
      },
    },
    {
      id: "bread-2",
      system: "Heron",
      output:
        "Bread goes hard because it dries out. When it comes out of the oven it is soft and full of moisture, and after a day on the table this moisture has gone into the air. What is left is a hard crumb. The same thing happens to a wet towel on a washing line, or to mud in the sun. Biscuits are different because of the butter in them. Butter melts a little at room temperature and makes the biscuit soft. You can stop bread from going hard by keeping it in the fridge, where it stays fresh for much longer. If your biscuits have gone soft, put them in a warm oven for five minutes and let them cool.",
      units: {
        Correct: {
          conclusion: "The explanation of bread is right; the one of biscuits is doubtful.",
          score: 3,
          because: "Butter plays a smaller part than the answer says.",
          evidence: [
            '"Bread goes hard because it dries out." is right as far as it goes.',
            '"Butter melts a little at room temperature and makes the biscuit soft." exaggerates the part of the butter.',
            '"put them in a warm oven for five minutes" is good advice.',
          ],
          work: {
            Ruth: {
              score: [2, "The half about biscuits is wrong, not doubtful.", "Biscuits without butter go soft as well."],
              revise: {
                1: [
                  '"Butter melts a little at room temperature and makes the biscuit soft." is wrong: biscuits take up water from the air.',
                  "The draft is too polite.",
                ],
              },
            },
            Samir: {
              conclusion: [
                "One half is right, the other is invented, and the tip with the fridge does harm.",
                "Two false claims, not one doubtful one.",
              ],
              score: [2, "The bread is right, the biscuit is not.", "Half of the question gets a false reason."],
              revise: {
                1: [
                  '"Butter melts a little at room temperature and makes the biscuit soft." is false: sugar draws water from the air.',
                  "It is not a matter of degree.",
                ],
              },
              add: [
                [
                  '"keeping it in the fridge, where it stays fresh for much longer" is the wrong way round: bread goes stale faster in the cold.',
                  "Overlooked by the draft.",
                ],
              ],
            },
            Olga: {
              score: [1, "A child would learn two false things and might act on one.", "Wrong reason and wrong advice."],
              remove: { 1: "Exaggerates is the wrong word; it is simply not so." },
              add: [['"keeping it in the fridge" makes bread go hard sooner.', "Overlooked."]],
            },
          },
        },
        "Plain words": {
          conclusion: "Plain throughout.",
          score: 4,
          because: "Short sentences, known words, known things.",
          evidence: [
            '"The same thing happens to a wet towel on a washing line, or to mud in the sun." compares with what a child has seen.',
            '"Butter melts a little at room temperature" is easy to picture.',
          ],
          work: {
            Ruth: "accept",
            Samir: { remove: { 1: "Easy to picture and false. I would not praise it, even here." } },
            Olga: "accept",
          },
        },
        "Answers the question": {
          conclusion: "The question is answered for bread and for biscuits.",
          score: 3,
          because: "The tips at the end are padding.",
          evidence: [
            '"Biscuits are different because of the butter in them." answers the second half.',
            '"You can stop bread from going hard by keeping it in the fridge" is not asked for.',
          ],
          work: {
            Ruth: "accept",
            Samir: {
              conclusion: ["Only the half about bread is answered.", "A false reason leaves the question open."],
              score: [2, "The biscuit half names a reason that is none.", "Can a wrong answer answer? I say no."],
              remove: { 0: "It names a reason, but not the reason." },
            },
            Olga: {
              score: [
                4,
                "Both halves get a reason.",
                "Whether the reason is true is the first criterion's matter, and tips are not padding.",
              ],
              remove: { 1: "Guidelines: an application is not padding." },
            },
          },
        },
      },
    },
  ],
};
