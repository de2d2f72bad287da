import type { AuthoredInput } from "../expand-study";

export const ship: AuthoredInput = {
  input: "Why does a ship made of steel float when a lump of steel sinks?",
  samples: [
    {
      id: "ship-1",
      system: "Lark",
      output:
        "A steel ball sinks, because it is much heavier than the same amount of water. A ship is not a ball of steel. It is more like a bowl: a thin steel wall with a great deal of air inside. When the ship goes into the water, it has to push water out of the way to make room for itself. The water pushes back, and the more water is pushed aside, the harder it pushes. The ship sinks in until it has pushed away exactly as much water as it weighs itself. Then the water carries it. Try it with a lump of clay in the sink. As a ball it goes down. As a bowl it swims. If the bowl gets a hole and fills with water, it sinks as well.",
      units: {
        Correct: {
          conclusion: "The explanation is right, and so is the experiment.",
          score: 4,
          because: "Nothing in it is false.",
          evidence: [
            '"the more water is pushed aside, the harder it pushes" is the law that carries ships.',
            '"exactly as much water as it weighs itself" is right to the letter.',
          ],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
        "Plain words": {
          conclusion: "Easy words, but one thought is hard.",
          score: 3,
          because: "Weighing water that has been pushed away is not easy to picture.",
          evidence: [
            '"As a ball it goes down. As a bowl it swims." could not be plainer.',
            '"until it has pushed away exactly as much water as it weighs itself" has to be read twice.',
          ],
          work: {
            Ruth: { score: [4, "The bowl helps over the hard place.", "My class tried it with clay and had no questions."] },
            Samir: "accept",
            Olga: {
              score: [4, "All the words are plain.", "A hard thought is not a hard word."],
              remove: { 1: "The sentence is long, but I followed it at once." },
            },
          },
        },
        "Answers the question": {
          conclusion: "It says what lump and ship have in common and what sets them apart.",
          score: 4,
          because: "Both halves are answered.",
          evidence: ['"A ship is not a ball of steel." turns to the difference.', '"Then the water carries it." ends the chain.'],
          work: {
            Ruth: "accept",
            Samir: {
              add: [
                [
                  '"If the bowl gets a hole and fills with water, it sinks as well." tests the answer.',
                  "A good last step, and the draft leaves it out.",
                ],
              ],
            },
            Olga: "accept",
          },
        },
      },
    },
    {
      id: "ship-2",
      system: "Heron",
      output:
        "Steel floats because there is air in it. When steel is cooked, bubbles remain in it, just like in bread, and they make it light enough for a ship. Sea water is also thicker than the water at home because of its salt, and that is why a steel ship can sail on the sea, while in a lake it would soon go down. The bigger a ship is, the more bubbles it has, and so even very big ships do not sink. Ships have an anchor, which has no bubbles and falls to the ground. The captain must watch the weight, for a ship that carries too much lies deeper in the water. The Titanic sank because ice is harder than steel.",
      units: {
        Correct: {
          conclusion: "The bubbles are doubtful, but salt and weight are right.",
          score: 2,
          because: "Half of what it says holds.",
          evidence: [
            '"Sea water is also thicker than the water at home because of its salt" is right: it carries a little better.',
            '"a ship that carries too much lies deeper in the water" is true.',
            '"bubbles remain in it, just like in bread" is not how steel is made.',
          ],
          work: {
            Ruth: {
              conclusion: ["The reason is made up from start to end.", "A true word about salt does not save it."],
              score: [1, "There are no bubbles, and ships sail on lakes.", "The main explanation is wrong."],
              add: [
                [
                  '"in a lake it would soon go down" is false: there are steel ships on many lakes.',
                  "The draft calls the salt right and stops reading there.",
                ],
              ],
            },
            Samir: { score: [1, "A child would learn that steel is a kind of bread.", "What carries the explanation is false."] },
            Olga: "accept",
          },
        },
        "Plain words": {
          conclusion: "Plain throughout.",
          score: 4,
          because: "Every word is an everyday one.",
          evidence: ['"just like in bread" is a picture from the kitchen.', '"The captain must watch the weight" is easy.'],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
        "Answers the question": {
          conclusion: "It answers in the first two sentences and then moves on to ships in general.",
          score: 3,
          because: "Anchor and Titanic were not asked for.",
          evidence: [
            '"Steel floats because there is air in it." is meant as the answer.',
            '"The Titanic sank because ice is harder than steel." is beside it.',
          ],
          work: {
            Ruth: "accept",
            Samir: { score: [2, "The lump of steel is never mentioned.", "The question has two halves, and it takes up one."] },
            Olga: { score: [2, "Half of it is about captains and anchors.", "Facts about something else are padding."] },
          },
        },
      },
    },
  ],
};
