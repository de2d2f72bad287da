import type { AuthoredInput } from "../expand-study";

export const popcorn: AuthoredInput = {
  input: "Why does popcorn pop?",
  samples: [
    {
      id: "popcorn-1",
      system: "Lark",
      output:
        "A grain of popcorn is a small seed with a very hard shell. Inside it there is starch, and in the starch there is a tiny bit of water, less than a drop. When the grain gets hot, this water wants to turn into steam. Steam needs much more room than water, but the shell is tight and does not let it out. So the steam presses harder and harder, like air in a balloon that is blown up too far. At about 180 degrees the shell bursts with a pop. All at once the steam can spread, and it blows up the soft hot starch into foam. The foam cools in a moment and becomes stiff. That is the white part you eat. Grains that stay whole in the pot are often too dry or have a crack.",
      units: {
        Correct: {
          conclusion: "Water, steam and shell are right; the temperature seems too high.",
          score: 3,
          because: "Water boils at 100 degrees, not at 180.",
          evidence: [
            '"the shell is tight and does not let it out" is the reason for the pop.',
            '"At about 180 degrees the shell bursts" does not fit the boiling of water.',
          ],
          work: {
            Ruth: {
              score: [4, "The figure is right as well.", "Under pressure water stays hot without boiling; that is the whole point."],
              revise: {
                1: ['"At about 180 degrees the shell bursts" is right: the shell holds until then.', "The draft forgets the pressure."],
              },
            },
            Samir: {
              conclusion: ["All of it is right, the temperature too.", "I looked it up."],
              score: [4, "Nothing in it is false.", "180 degrees is the usual figure."],
              remove: { 1: "The shell keeps the steam in long past 100 degrees." },
            },
            Olga: "accept",
          },
        },
        "Plain words": {
          conclusion: "A child can follow each step.",
          score: 4,
          because: "Starch is the only special word, and one sees what it does.",
          evidence: [
            '"like air in a balloon that is blown up too far" is a good picture.',
            '"That is the white part you eat." comes back to the bowl.',
          ],
          work: { Ruth: "accept", Samir: "accept", Olga: { score: [3, "Starch should be explained.", "It comes up three times."] } },
        },
        "Answers the question": {
          conclusion: "The pop and the white foam are both explained.",
          score: 4,
          because: "Nothing is missing.",
          evidence: ['"the shell bursts with a pop" is the answer.', '"it blows up the soft hot starch into foam" says what comes of it.'],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
      },
    },
    {
      id: "popcorn-2",
      system: "Heron",
      output:
        "Popcorn pops because the corn is afraid of nothing but heat, as cooks like to say. Every grain has some air in it. When the air gets hot it grows, and in the end the grain turns inside out. The pop is the sound of the air. It is true that there is water in it too, but that dries up in the pan. Oil makes the grains hop, since they want to get away from it. The best corn for it is a kind of its own, because in other kinds the shell is too soft and lets everything out. Salt or sugar should be added at the end. In cinemas it is made in machines with a glass front, so that one can watch it. You should put a lid on the pot.",
      units: {
        Correct: {
          conclusion: "Something grows and bursts the grain: the idea is right, only it is not the air.",
          score: 2,
          because: "It is the steam that does it.",
          evidence: [
            '"Every grain has some air in it." is not the reason.',
            '"in other kinds the shell is too soft and lets everything out" is right.',
          ],
          work: {
            Ruth: "accept",
            Samir: {
              score: [1, "It says outright that the water does not matter.", "The water is the whole reason."],
              add: [['"but that dries up in the pan" denies the real cause.', "The draft does not mention it."]],
            },
            Olga: "accept",
          },
        },
        "Plain words": {
          conclusion: "Plain, apart from a saying at the start.",
          score: 3,
          because: "Being afraid of heat may mislead a child.",
          evidence: ['"the grain turns inside out" is plain.', '"afraid of nothing but heat, as cooks like to say" is a joke for adults.'],
          work: {
            Ruth: { score: [4, "A child laughs at it and reads on.", "Jokes are allowed."] },
            Samir: "accept",
            Olga: { score: [4, "All words are easy.", "The saying is easy too."] },
          },
        },
        "Answers the question": {
          conclusion: "A kind of answer is there, among advice for the kitchen.",
          score: 2,
          because: "Salt, lid and cinema take up half of it.",
          evidence: [
            '"When the air gets hot it grows" is meant as the answer.',
            '"In cinemas it is made in machines with a glass front" is beside the question.',
          ],
          work: {
            Ruth: "accept",
            Samir: "accept",
            Olga: { score: [3, "The answer stands at the start.", "It can be found without trouble."] },
          },
        },
      },
    },
  ],
};
