import type { AuthoredInput } from "../expand-study";
import { pairOf } from "./pair-of";

export const morePlainPairs: AuthoredInput[] = [
  pairOf("plain-7", "Plain", "Write the number forty-two in Roman numerals.", ["XLII", "XXXXII"], {
    goldLabel: "A",
    swappedFor: ["Ines", "Samir"],
    unit: {
      conclusion: "[A] writes forty as it is written; [B] puts four tens in a row.",
      score: 1,
      because: "Only one of them is how the number is written.",
      evidence: ['"XL" in [A] is forty.', '"XXXX" in [B] would do on a clock, but not on paper.'],
      work: {
        Ruth: "accept",
        Samir: {
          revise: { 1: ['"XXXX" in [B] is one sign too many.', "Clocks write four as four strokes; forty does not come up on them."] },
        },
        Olga: { blind: 1, because: "Forty is ten before fifty, as in [A]." },
      },
    },
  }),
  pairOf("plain-8", "Plain", "Which month comes after the one that comes after June?", ["July", "August"], {
    goldLabel: "B",
    systems: ["Heron", "Lark"],
    swappedFor: ["Ruth", "Tomas"],
    unit: {
      conclusion: "[A] names the month after June.",
      score: 1,
      because: "June is followed by July.",
      evidence: ['"July" in [A] comes after June.', '"August" in [B] is one month too late.'],
      work: {
        Ruth: {
          conclusion: ["[A] stops one month early; [B] is right.", "The draft read only half of the question."],
          score: [-1, "After July comes August.", "The question goes two steps."],
          remove: { 1: "It is not too late, it is what was asked." },
        },
        Samir: {
          conclusion: ["The month after July is asked for, and [B] names it.", "Read to the end."],
          score: [-1, "Two steps from June.", "The draft took one."],
          revise: { 0: ['"July" in [A] is only the first step.', "True, but it answers another question."] },
          remove: { 1: "Wrong way round." },
        },
        Olga: { blind: -1, because: "I counted on my fingers." },
      },
    },
  }),
  pairOf(
    "plain-9",
    "Plain",
    "Turn this into a question: You have fed the cat.",
    ["Have you fed the cat?", "You have fed the cat, haven't you?"],
    {
      goldLabel: "A",
      swappedFor: ["Olga"],
      unit: {
        conclusion: "[A] is a plain question; [B] expects a yes.",
        score: 1,
        because: "It asks and leaves the answer open.",
        evidence: ['"Have you fed the cat?" in [A] turns the words round.', `"haven't you?" in [B] is only added.`],
        work: {
          Ruth: "accept",
          Samir: {
            conclusion: ["Both are questions with the same words.", "The instruction does not say what kind of question."],
            score: [0, "Either would do.", "A tag makes a question too."],
            remove: { 1: "Adding is a way of turning it into a question." },
          },
          Olga: { blind: 1 },
        },
      },
    },
  ),
  pairOf("plain-10", "Plain", "Name a vegetable that is orange and grows under the ground.", ["The pumpkin.", "The carrot."], {
    goldLabel: "B",
    systems: ["Heron", "Lark"],
    swappedFor: ["Samir"],
    unit: {
      conclusion: "Both are orange; only [B] grows under the ground.",
      score: -1,
      because: "The instruction asks for both.",
      evidence: ['"The pumpkin." in [A] is orange but lies on the ground.', '"The carrot." in [B] is a root.'],
      work: { Ruth: "accept", Samir: "accept", Olga: { blind: -1, because: "[A] meets one half of it." } },
    },
  }),
  pairOf("plain-11", "Plain", "Write the date 5 March 2026 with numbers only, year first.", ["05-03-2026", "2026-03-05"], {
    goldLabel: "B",
    systems: ["Heron", "Lark"],
    swappedFor: ["Ines"],
    unit: {
      conclusion: "Only [B] begins with the year.",
      score: -1,
      because: "Year first was asked for.",
      evidence: ['"2026-03-05" in [B] is in order.', '"05-03-2026" in [A] ends with the year.'],
      work: { Ruth: "accept", Samir: { remove: { 1: "The line before says it." } }, Olga: { blind: -1 } },
    },
  }),
  pairOf("plain-12", "Plain", "Give a word that rhymes with light and says how a bird gets about.", ["flight", "kite"], {
    goldLabel: "A",
    unit: {
      conclusion: "Both rhyme; [A] is what a bird does, [B] is the name of one.",
      score: 1,
      because: "How it gets about was asked.",
      evidence: ['"flight" in [A] fits both halves.', '"kite" in [B] rhymes, but names a bird or a toy.'],
      work: {
        Ruth: "accept",
        Samir: "accept",
        Olga: { blind: 1, because: "[B] is a bird, which is clever, but it is not how a bird gets about." },
      },
    },
  }),
  pairOf("plain-13", "Plain", "How many corners does a cube have?", ["Eight.", "A cube has 8 corners."], {
    goldLabel: "tie",
    swappedFor: ["Ruth", "Ines"],
    unit: {
      conclusion: "Both have the right number.",
      score: 0,
      because: "Word or sentence makes no difference here.",
      evidence: ['"Eight." in [A] is right.', '"8 corners" in [B] is right.'],
      work: { Ruth: "accept", Samir: "accept", Olga: { blind: 0, because: "I would not care." } },
    },
  }),
  pairOf(
    "plain-14",
    "Plain",
    "Say goodbye to a colleague who retires, in at most eight words.",
    ["Goodbye, dear Anna, and thank you for everything.", "We will miss you here; enjoy every free morning."],
    {
      goldLabel: "A",
      swappedFor: ["Samir", "Tomas"],
      unit: {
        conclusion: "Both say goodbye kindly; [B] is more personal.",
        score: -1,
        because: "It says what will be missed and what to look forward to.",
        evidence: [
          '"enjoy every free morning" in [B] is a wish of its own.',
          '"thank you for everything" in [A] is what everybody writes.',
        ],
        work: {
          Ruth: {
            conclusion: ["[A] has eight words, [B] has nine.", "Kind is not enough: there is a limit."],
            score: [1, "It keeps to the limit.", "The draft did not count."],
            remove: { 1: "True of many good cards." },
            add: [['"We will miss you here; enjoy every free morning." in [B] has nine words.', "The one thing that decides."]],
          },
          Samir: "accept",
          Olga: { blind: 1, because: "[B] is one word too long." },
        },
      },
    },
  ),
  pairOf(
    "plain-15",
    "Plain",
    "List the four seasons, beginning with autumn.",
    ["Spring, summer, autumn, winter.", "Autumn, winter, spring, summer."],
    {
      goldLabel: "B",
      systems: ["Heron", "Lark"],
      swappedFor: ["Olga", "Tomas"],
      unit: {
        conclusion: "Both have all four; only [B] begins where it should.",
        score: -1,
        because: "Autumn comes first in it.",
        evidence: [
          '"Spring" in [A] is the usual beginning, but not the one asked for.',
          '"Autumn, winter" in [B] goes on in the right order.',
        ],
        work: { Ruth: "accept", Samir: "accept", Olga: { blind: -1 } },
      },
    },
  ),
  pairOf("plain-16", "Plain", "What is the plural of mouse?", ["Mouses, or mice.", "Mice."], {
    goldLabel: "B",
    systems: ["Heron", "Lark"],
    unit: {
      conclusion: "[B] is right; [A] puts a wrong form before the right one.",
      score: -1,
      because: "A wrong answer beside a right one is not right.",
      evidence: ['"Mouses" in [A] is no word.', '"Mice." in [B] is the plural.'],
      work: {
        Ruth: {
          revise: { 0: ['"Mouses" in [A] is at most said of computers.', "It is a word, though not for the animal."] },
        },
        Samir: "accept",
        Olga: { blind: -1, because: "[A] cannot make up its mind." },
      },
    },
  }),
  pairOf(
    "plain-17",
    "Plain",
    "Say in one sentence why nobody should look into the sun.",
    ["Its light is so strong that it can burn the back of the eye for good.", "The sun is bright. It hurts."],
    {
      goldLabel: "A",
      swappedFor: ["Ruth"],
      unit: {
        conclusion: "[A] gives the reason in one sentence; [B] takes two and gives none.",
        score: 1,
        because: "It does both things that were asked.",
        evidence: ['"burn the back of the eye for good" in [A] is the reason.', '"It hurts." in [B] says nothing of the harm.'],
        work: { Ruth: "accept", Samir: { add: [['"The sun is bright. It hurts." in [B] is two sentences.', "One was asked for."]] } },
      },
    },
  ),
];
