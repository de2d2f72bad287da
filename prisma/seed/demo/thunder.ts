import type { AuthoredInput } from "../expand-study";

export const thunder: AuthoredInput = {
  input: "Why do we see lightning before we hear the thunder?",
  samples: [
    {
      id: "thunder-1",
      system: "Lark",
      output:
        "Lightning and thunder happen at the same moment and in the same place. The lightning heats the air so quickly that the air bursts outwards, and that burst is the bang we call thunder. But light and sound travel to you at very different speeds. Light is so fast that it reaches you almost at once, even from many kilometres away. Sound is much slower: it needs about three seconds for each kilometre. So you see the flash first, and then you wait for the bang to arrive. You can use this to find out how far away a storm is. Count the seconds between the flash and the thunder and divide by three. If you count to six, the storm is about two kilometres away.",
      units: {
        Correct: {
          conclusion: "Everything the answer says is true, and the reason it gives is the right one.",
          score: 4,
          because: "Nothing in it is false.",
          evidence: [
            '"Lightning and thunder happen at the same moment and in the same place." This is the fact on which the explanation rests, and it is right.',
            '"it needs about three seconds for each kilometre" is a good figure: sound covers about 340 metres a second.',
            '"divide by three" fits the figure given before.',
          ],
          work: {
            Ruth: "accept",
            Samir: {
              add: [
                [
                  '"the air bursts outwards, and that burst is the bang" names the real cause of thunder.',
                  "The draft checks the speeds but says nothing about where thunder comes from, which many answers get wrong.",
                ],
              ],
            },
            Olga: "accept",
          },
        },
        "Plain words": {
          conclusion: "A ten-year-old can read this alone.",
          score: 4,
          because: "Short sentences and everyday words.",
          evidence: [
            '"So you see the flash first, and then you wait for the bang to arrive." says the main thing in words that every child has.',
            '"divide by three" asks for no more than school arithmetic.',
          ],
          work: {
            Ruth: "accept",
            Samir: "accept",
            Olga: {
              score: [3, "One sentence is hard to follow.", "I had to read the burst sentence twice myself."],
              add: [
                [
                  '"The lightning heats the air so quickly that the air bursts outwards, and that burst is the bang we call thunder." packs three steps into one sentence.',
                  "A child would lose the thread here.",
                ],
              ],
            },
          },
        },
        "Answers the question": {
          conclusion: "The question is answered, but the answer wanders off at the end.",
          score: 3,
          because: "The part about counting seconds is not asked for.",
          evidence: [
            '"So you see the flash first, and then you wait for the bang to arrive." answers the why directly.',
            '"If you count to six, the storm is about two kilometres away." is beside the question.',
          ],
          work: {
            Ruth: {
              conclusion: [
                "The question is answered from start to end, with a way to try it out.",
                "Trying it out is how a child understands it. I would not call that wandering off.",
              ],
              score: [4, "The counting shows the same idea at work.", "The draft punishes the best part of the answer."],
              remove: { 1: "The counting belongs to the answer: it uses the difference in speed." },
            },
            Samir: {
              conclusion: [
                "The question is answered from start to end.",
                "Both speeds and their consequence are there; nothing is missing.",
              ],
              score: [4, "Nothing is missing, and the counting follows from it.", "Our guidelines say that an application is not padding."],
              revise: {
                1: [
                  '"If you count to six, the storm is about two kilometres away." goes one step further and stays on the subject.',
                  "Guidelines: an application of the answer is not padding.",
                ],
              },
            },
            Olga: "accept",
          },
        },
      },
    },
    {
      id: "thunder-2",
      system: "Heron",
      output:
        "Lightning is an electrostatic discharge between regions of opposite charge in a cumulonimbus cloud. The discharge ionises the air along its channel and raises its temperature to around 30,000 degrees, and a moment later the cloud claps shut behind it, which makes the thunder. Since the thunder is made after the lightning, it is natural that we hear it later. There is a second reason as well. Light moves at about 300,000 kilometres a second, whereas sound covers only about 340 metres in that time. An observer at a distance therefore perceives the flash practically without delay, while the sound wave is still on its way. Close to the strike, the two seem to come together.",
      units: {
        Correct: {
          conclusion: "The answer is correct and gives exact figures.",
          score: 4,
          because: "All figures are right.",
          evidence: [
            '"Light moves at about 300,000 kilometres a second, whereas sound covers only about 340 metres in that time." Both figures are right.',
            '"raises its temperature to around 30,000 degrees" is the figure found in textbooks.',
            '"thunder is caused by the expansion of heated air" shows that the cause of thunder is understood.',
          ],
          work: {
            Ruth: {
              conclusion: ["The second reason is right, the first is not.", "Clouds do not clap. I tell my class this every year."],
              score: [2, "The main idea is there, but one step is false.", "Wrong about where thunder comes from."],
              remove: { 2: "This sentence is not in the text." },
              add: [
                [
                  '"the cloud claps shut behind it, which makes the thunder" is false: the hot air makes the bang.',
                  "The draft overlooked the one thing that is wrong.",
                ],
              ],
            },
            Samir: {
              conclusion: [
                "Half of the explanation is false: thunder is neither made by a closing cloud nor made later.",
                "The draft checked the numbers and not the story.",
              ],
              score: [
                1,
                "The reason it puts first is wrong, and a child will remember that one.",
                "Right figures do not save a wrong cause.",
              ],
              remove: { 2: "Made up. The text says the opposite." },
              add: [
                [
                  '"Since the thunder is made after the lightning, it is natural that we hear it later." Both happen at the same time.',
                  "This is the heart of the question, and it is wrong.",
                ],
                ['"the cloud claps shut behind it" is an old tale.', "Overlooked."],
              ],
            },
            Olga: {
              remove: { 2: "I cannot find this sentence in the answer." },
              score: [3, "The speeds are right; how thunder is made is a side matter here.", "One mistake, but not in what was asked."],
              add: [['"the cloud claps shut behind it" is not how thunder is made.', "The draft does not mention it."]],
            },
          },
        },
        "Plain words": {
          conclusion: "The words are far too hard for a ten-year-old.",
          score: 1,
          because: "Nearly every sentence has a word that a child does not know.",
          evidence: [
            '"electrostatic discharge between regions of opposite charge in a cumulonimbus cloud" has four hard words in one sentence, none of them explained.',
            '"An observer at a distance therefore perceives the flash practically without delay" is how a textbook for adults speaks.',
          ],
          work: {
            Ruth: "accept",
            Samir: "accept",
            Olga: {
              score: [
                2,
                "The second half can be followed with some help.",
                "The figures are easy to picture, and the last sentence is plain.",
              ],
            },
          },
        },
        "Answers the question": {
          conclusion: "Two reasons are given, and together they answer the question.",
          score: 4,
          because: "The difference in speed is explained.",
          evidence: [
            '"the sound wave is still on its way" answers the why.',
            '"Close to the strike, the two seem to come together." adds a check that the reader can make.',
          ],
          work: {
            Ruth: {
              score: [3, "The answer is there, after a wrong start.", "One has to get past three sentences about charges first."],
            },
            Samir: {
              conclusion: [
                "The answer is there, but it stands second, behind a reason that is none.",
                "A reader who stops early takes the wrong reason home.",
              ],
              score: [2, "The real reason comes second.", "It buries the answer."],
            },
            Olga: "accept",
          },
        },
      },
    },
  ],
};
