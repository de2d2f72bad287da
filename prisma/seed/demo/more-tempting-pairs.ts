import type { AuthoredInput } from "../expand-study";
import { pairOf } from "./pair-of";

export const moreTemptingPairs: AuthoredInput[] = [
  pairOf(
    "tempting-7",
    "Tempting",
    "Reply with the word done and nothing else.",
    ["done", "Done! Let me know whether there is anything else that I can do for you."],
    {
      goldLabel: "A",
      swappedFor: ["Samir", "Ines"],
      unit: {
        conclusion: "[A] is the word and nothing else; [B] goes on.",
        score: 1,
        because: "Nothing else means nothing else.",
        evidence: ['"done" in [A] is all of it.', '"Let me know" in [B] begins what was not wanted.'],
        work: { Ruth: "accept", Samir: "accept", Olga: { blind: 1 } },
      },
    },
  ),
  pairOf(
    "tempting-8",
    "Tempting",
    "Write a sentence of exactly five words about the sea.",
    ["The silver sea hums softly to the sleeping shore at night.", "The sea is never still."],
    {
      goldLabel: "B",
      systems: ["Heron", "Lark"],
      swappedFor: ["Tomas"],
      unit: {
        conclusion: "[A] is a line to remember; [B] is plain.",
        score: 1,
        because: "It says more about the sea.",
        evidence: ['"hums softly to the sleeping shore" in [A] can be heard.', '"never still" in [B] is true of any water.'],
        work: {
          Ruth: {
            conclusion: ["[B] has five words; [A] has eleven.", "The number was the point."],
            score: [-1, "Exactly five.", "The draft did not count."],
            remove: { 0: "Well written, and not asked for.", 1: "Beside the point." },
          },
          Samir: {
            conclusion: ["Only [B] has five words.", "I counted both."],
            score: [-1, "It keeps to the number.", "Beauty comes second; our guidelines say so."],
            revise: { 1: ['"The sea is never still." in [B] has exactly five words.', "This is what decides."] },
          },
          Olga: { blind: -1, because: "I like [A] better, but it has far too many words." },
        },
      },
    },
  ),
  pairOf(
    "tempting-9",
    "Tempting",
    "Say this in one sentence: The bus was late. Mia missed her lesson. The teacher was angry.",
    [
      "A late bus made Mia miss her lesson, which angered her teacher.",
      "Poor Mia! Her bus came late, and she missed her lesson. I am sure her teacher will forgive her soon.",
    ],
    {
      goldLabel: "A",
      swappedFor: ["Ruth", "Olga"],
      unit: {
        conclusion: "[A] keeps all three facts in one sentence; [B] adds some of its own.",
        score: 1,
        because: "One sentence, and nothing made up.",
        evidence: ['"which angered her teacher" in [A] keeps the last fact.', '"will forgive her soon" in [B] is invented.'],
        work: {
          Ruth: "accept",
          Samir: { add: [['"Poor Mia!" in [B] already is a sentence of its own.', "One sentence was asked for."]] },
          Olga: { blind: 1, because: "[B] leaves out that the teacher was angry." },
        },
      },
    },
  ),
  pairOf(
    "tempting-10",
    "Tempting",
    "Name the capital of Australia.",
    ["Sydney, the shining city with its famous opera house and its beautiful harbour.", "Canberra."],
    {
      goldLabel: "B",
      systems: ["Heron", "Lark"],
      swappedFor: ["Ines"],
      unit: {
        conclusion: "[A] is the wrong city, however well described; [B] is right.",
        score: -1,
        because: "There is one right answer.",
        evidence: ['"Sydney" in [A] is not the capital.', '"Canberra." in [B] is.'],
        work: { Ruth: "accept", Samir: "accept", Olga: { blind: -1, because: "[A] describes the wrong city." } },
      },
    },
  ),
  pairOf(
    "tempting-11",
    "Tempting",
    "Tell me what twelve times eleven is, and do not show how you got there.",
    ["132", "Ten times twelve is 120, and 12 more make 132."],
    {
      goldLabel: "A",
      swappedFor: ["Samir"],
      unit: {
        conclusion: "Both are right, and [B] can be checked.",
        score: -1,
        because: "An answer that one can follow is worth more.",
        evidence: ['"and 12 more make 132" in [B] shows the last step.', '"132" in [A] has to be believed.'],
        work: {
          Ruth: {
            conclusion: ["Both are right, but [B] shows the way.", "That is what it should not do."],
            score: [1, "The number and nothing of the way.", "The draft rewards what was forbidden."],
            remove: { 1: "It was not to be shown." },
          },
          Samir: "accept",
          Olga: { blind: 1, because: "The way was not to be shown." },
        },
      },
    },
  ),
  pairOf(
    "tempting-12",
    "Tempting",
    "Write a recipe for toast with at most three steps.",
    [
      "1. Choose a bread that you love. 2. Cut it with care. 3. Toast it until it is golden. 4. Share it with a friend.",
      "1. Cut a slice. 2. Toast it. 3. Butter it.",
    ],
    {
      goldLabel: "B",
      systems: ["Heron", "Lark"],
      swappedFor: ["Olga", "Tomas"],
      unit: {
        conclusion: "[A] is charming and one step too long; [B] has three.",
        score: -1,
        because: "At most three steps.",
        evidence: ['"4. Share it with a friend." in [A] is the fourth.', '"3. Butter it." in [B] is the last.'],
        work: { Ruth: "accept", Samir: "accept", Olga: { blind: -1 } },
      },
    },
  ),
  pairOf(
    "tempting-13",
    "Tempting",
    "Correct the spelling and change nothing else: I recieved your leter.",
    ["I received your letter.", "Thank you very much for your kind letter, which I received."],
    {
      goldLabel: "A",
      swappedFor: ["Ruth"],
      unit: {
        conclusion: "[A] corrects two words; [B] writes another sentence.",
        score: 1,
        because: "Nothing else was to be changed.",
        evidence: ['"I received your letter." in [A] has both words right.', '"Thank you ever so much" in [B] was not there.'],
        work: {
          Ruth: { revise: { 1: ['"Thank you very much" in [B] was not there.', "The quote did not match the text."] } },
          Samir: { remove: { 1: "These words are not in the answer." } },
          Olga: { blind: 1, because: "[B] is polite and rewrites everything." },
        },
      },
    },
  ),
  pairOf(
    "tempting-14",
    "Tempting",
    "Describe snow without the words white and cold.",
    ["A quiet, white blanket that makes the cold world gleam.", "Soft flakes that cover the roofs and melt in your hand."],
    {
      goldLabel: "B",
      systems: ["Heron", "Lark"],
      swappedFor: ["Samir", "Ines"],
      unit: {
        conclusion: "[A] is the richer picture.",
        score: 1,
        because: "One sees the whole land, not only the roofs.",
        evidence: ['"makes the cold world gleam" in [A] is poetry.', '"cover the roofs" in [B] is what anyone would say.'],
        work: {
          Ruth: {
            conclusion: ["[A] uses both forbidden words; [B] uses neither.", "The draft forgot the condition."],
            score: [-1, "It keeps to the condition.", "A picture that breaks the rule does not follow."],
            revise: { 0: ['"white blanket that makes the cold world gleam" in [A] has both words.', "Here is where it goes wrong."] },
          },
          Samir: {
            conclusion: ["Only [B] does without the two words.", "I looked for them."],
            score: [-1, "Neither word is in it.", "The condition was overlooked."],
            remove: { 0: "The quote holds a forbidden word.", 1: "Plain is allowed." },
          },
          Olga: { blind: -1, because: "[A] has white and cold in it." },
        },
      },
    },
  ),
  pairOf(
    "tempting-15",
    "Tempting",
    "Make this polite: Give me the key.",
    ["Could you give me the key, please?", "Dear keeper of the key, might I humbly beg you to place it in my hand?"],
    {
      goldLabel: "A",
      swappedFor: ["Tomas"],
      unit: {
        conclusion: "[A] is polite; [B] overdoes it until it sounds like mockery.",
        score: 1,
        because: "Nobody would say the other one.",
        evidence: ['"please" in [A] is enough.', '"humbly beg you" in [B] is too much.'],
        work: {
          Ruth: "accept",
          Samir: "accept",
          Olga: { blind: 1, because: "[B] makes fun of the one who has the key." },
        },
      },
    },
  ),
  pairOf(
    "tempting-16",
    "Tempting",
    "How sweet is honey? Answer with a number from 1 to 5 only.",
    ["Honey is one of the sweetest things in nature, so I would say a clear 5 out of 5!", "5"],
    {
      goldLabel: "B",
      systems: ["Heron", "Lark"],
      swappedFor: ["Ruth", "Ines"],
      unit: {
        conclusion: "Both give a five; [B] gives it alone.",
        score: -1,
        because: "A number only was asked for.",
        evidence: ['"so I would say" in [A] is talk.', '"5" in [B] is the number.'],
        work: { Ruth: "accept", Samir: { remove: { 1: "There is nothing to see in it." } }, Olga: { blind: -1 } },
      },
    },
  ),
  pairOf(
    "tempting-17",
    "Tempting",
    "Which is longer, a metre or a yard, and by about how much?",
    [
      "A metre, by about nine centimetres.",
      "They are nearly the same, and in daily life nobody minds the difference; tailors have worked with both for a long time.",
    ],
    {
      goldLabel: "A",
      unit: {
        conclusion: "Both compare the two lengths.",
        score: 0,
        because: "One is exact, the other puts it in its place.",
        evidence: ['"by about nine centimetres" in [A] is right.', '"nearly the same" in [B] is not wrong.'],
        work: {
          Ruth: {
            conclusion: ["[A] answers both questions; [B] answers neither.", "Nearly the same is not an answer to which is longer."],
            score: [1, "Which, and by how much: both are there.", "The draft lets the tailors distract it."],
            add: [['"nobody minds the difference" in [B] avoids the question.', "The draft passes over it."]],
          },
          Samir: {
            score: [1, "Only one says which is longer.", "Two questions were asked."],
            conclusion: ["[A] says which and by how much.", "A comparison is more than saying that they are alike."],
            remove: { 1: "Not wrong, but no answer." },
          },
        },
      },
    },
  ),
];
