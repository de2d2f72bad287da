import type { AuthoredInput } from "../expand-study";

export const soap: AuthoredInput = {
  input: "Why does soap get grease off our hands when water alone does not?",
  samples: [
    {
      id: "soap-1",
      system: "Lark",
      output:
        "Water and grease do not like each other. If you pour oil into water, it swims on top, and if you hold greasy fingers under the tap, the water just runs off. Soap is made of tiny pieces with two ends. One end loves water, the other end loves grease. When you rub your hands, the grease-loving ends stick into the grease, and the water-loving ends look outwards. So each little drop of grease gets a coat that water likes, and now the water can take it along down the drain. Rubbing matters because it breaks the grease into small drops. You can see it in the sink: put a drop of washing-up liquid on oily water, and the oil runs away from it.",
      units: {
        Correct: {
          conclusion: "The two ends of soap are explained rightly.",
          score: 4,
          because: "Nothing in it is false.",
          evidence: [
            '"One end loves water, the other end loves grease." is the whole secret, put rightly.',
            '"Rubbing matters because it breaks the grease into small drops." is right.',
          ],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
        "Plain words": {
          conclusion: "Plain, with love and dislike in place of chemistry.",
          score: 3,
          because: "The coat of the drops is hard to picture.",
          evidence: [
            '"Water and grease do not like each other." says it as a child would.',
            '"each little drop of grease gets a coat that water likes" needs a drawing.',
          ],
          work: {
            Ruth: {
              score: [4, "The coat is a good picture.", "I drew nothing and they understood it."],
              revise: { 1: ['"each little drop of grease gets a coat that water likes" is a picture in itself.', "It needs no drawing."] },
            },
            Samir: "accept",
            Olga: { score: [4, "All of it is plain.", "Coats are something that children have."] },
          },
        },
        "Answers the question": {
          conclusion: "It says what water cannot do and what soap adds.",
          score: 4,
          because: "Both halves are answered in order.",
          evidence: ['"the water just runs off" shows why water alone fails.', '"now the water can take it along" closes the explanation.'],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
      },
    },
    {
      id: "soap-2",
      system: "Heron",
      output:
        "Soap consists of amphiphilic molecules with a hydrophilic head and a hydrophobic tail. In aqueous solution these arrange themselves into micelles, the tails of which enclose the lipids while the heads face the surrounding water, so that the fat is emulsified and rinsed away. In addition soap lowers the surface tension of water, which allows it to wet the skin more evenly. Water alone cannot dissolve fat, since its molecules are polar and those of fat are not, and like dissolves like. For hygiene, hands ought to be washed for at least twenty seconds. Soaps are obtained by boiling fats with an alkali, a process known to the Babylonians.",
      units: {
        Correct: {
          conclusion: "Correct in every detail.",
          score: 4,
          because: "Micelles, polarity and surface tension are described as in a textbook.",
          evidence: [
            '"the tails of which enclose the lipids while the heads face the surrounding water" is exact.',
            '"its molecules are polar and those of fat are not" is the reason.',
          ],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
        "Plain words": {
          conclusion: "Some words are hard, but they are the right ones.",
          score: 2,
          because: "Micelles and lipids are not explained.",
          evidence: ['"amphiphilic molecules" is not explained.', '"like dissolves like" is short and clear.'],
          work: {
            Ruth: {
              conclusion: ["No child can read this.", "The right words for a chemist are the wrong ones here."],
              score: [1, "Almost every sentence has a word that a child does not know.", "The draft is too kind."],
            },
            Samir: { score: [1, "A ten-year-old gives up in the first line.", "Not in places: everywhere."] },
            Olga: "accept",
          },
        },
        "Answers the question": {
          conclusion: "Answered, with some chemistry and history on top.",
          score: 3,
          because: "The Babylonians were not asked for.",
          evidence: [
            '"Water alone cannot dissolve fat" takes up the second half of the question.',
            '"a process known to the Babylonians" is beside it.',
          ],
          work: {
            Ruth: "accept",
            Samir: "accept",
            Olga: { score: [2, "The answer is buried under its words.", "Level two says so: it buries the answer."] },
          },
        },
      },
    },
  ],
};
