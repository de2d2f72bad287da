import type { AuthoredInput } from "../expand-study";
import { morePlainPairs } from "./more-plain-pairs";
import { moreTemptingPairs } from "./more-tempting-pairs";
import { pairOf } from "./pair-of";

/** In "Plain" one answer simply does what was asked; in "Tempting" the other one is longer, friendlier or prettier. */
export const pairs: AuthoredInput[] = [
  pairOf(
    "plain-1",
    "Plain",
    "Name three animals that sleep through the winter.",
    ["Hedgehogs, dormice and bats.", "Swallows, storks and cuckoos."],
    {
      goldLabel: "A",
      swappedFor: ["Samir", "Tomas"],
      unit: {
        conclusion: "[A] names animals that sleep; [B] names birds that fly away.",
        score: 1,
        because: "Only one list is right.",
        evidence: ['"Hedgehogs, dormice and bats" in [A] is right.', '"Swallows, storks and cuckoos" in [B] leave for the south.'],
        work: {
          Ruth: "accept",
          Samir: "accept",
          Olga: { blind: 1, because: "Storks do not sleep through the winter, so [B] is wrong altogether." },
        },
      },
    },
  ),
  pairOf(
    "plain-2",
    "Plain",
    "How many minutes are two and a half hours? Answer with the number only.",
    ["150 minutes, because an hour has 60 minutes.", "150"],
    {
      goldLabel: "B",
      swappedFor: ["Ruth", "Olga"],
      unit: {
        conclusion: "Both numbers are right; [B] gives the number only.",
        score: -1,
        because: "The instruction asks for nothing else.",
        evidence: ['"because an hour has 60 minutes" in [A] was not asked for.', '"150" in [B] is all there should be.'],
        work: {
          Ruth: "accept",
          Samir: { remove: { 1: "That line says the same as the one before." } },
          Olga: { blind: -1, because: "[A] explains although it should not." },
        },
      },
    },
  ),
  pairOf(
    "plain-3",
    "Plain",
    "Put these words in the order of the alphabet: pear, apple, plum.",
    ["apple, plum, pear", "apple, pear, plum"],
    {
      goldLabel: "B",
      systems: ["Heron", "Lark"],
      swappedFor: ["Samir", "Ines"],
      unit: {
        conclusion: "[A] begins with apple and keeps the order.",
        score: 1,
        because: "The words stand as they should.",
        evidence: ['"apple, plum, pear" in [A] is in order.'],
        work: {
          Ruth: {
            conclusion: ["[A] puts plum before pear; [B] has the right order.", "The draft did not look at the second letter."],
            score: [-1, "pear comes before plum.", "The draft prefers the wrong list."],
            remove: { 0: "The list is not in order." },
            add: [['"apple, pear, plum" in [B] is in order.', "It is the list that was asked for."]],
          },
          Samir: {
            conclusion: ["[B] is in order, [A] is not: e comes before l.", "I went letter by letter."],
            score: [-1, "Only this list is right.", "The draft is mistaken."],
            revise: { 0: ['"plum, pear" in [A] is the wrong way round.', "The quote shows the mistake itself."] },
          },
        },
      },
    },
  ),
  pairOf(
    "plain-4",
    "Plain",
    "Say in one sentence what a lighthouse is for.",
    ["It shows ships at night where the coast is.", "A lighthouse warns ships of rocks and shows them the way."],
    {
      goldLabel: "tie",
      swappedFor: ["Ines"],
      unit: {
        conclusion: "Both say it in one true sentence.",
        score: 0,
        because: "Warning and showing come to the same.",
        evidence: ['"where the coast is" in [A] is right.', '"warns ships of rocks" in [B] is right too.'],
        work: {
          Ruth: "accept",
          Olga: { blind: -1, because: "[B] names the rocks, which is the point of it." },
        },
      },
    },
  ),
  pairOf(
    "plain-5",
    "Plain",
    "Translate into German: Good morning, my friend.",
    ["Guten Morgen, mein Freund.", "Guten Abend, mein Freund."],
    { goldLabel: "A" },
  ),
  pairOf(
    "plain-6",
    "Plain",
    "Which is heavier, a kilogram of feathers or a kilogram of iron?",
    ["The iron.", "Neither: a kilogram is a kilogram."],
    { goldLabel: "B", systems: ["Heron", "Lark"] },
  ),
  pairOf(
    "tempting-1",
    "Tempting",
    "Answer with yes or no: is a whale a fish?",
    [
      "What a lovely question! Whales look like fish and live in the sea, yet they breathe air, feed milk to their young and are warm to the touch, so they belong to the mammals.",
      "No.",
    ],
    {
      goldLabel: "B",
      swappedFor: ["Ruth", "Ines"],
      unit: {
        conclusion: "[A] explains it well, [B] says hardly anything.",
        score: 1,
        because: "A reader learns more from it.",
        evidence: ['"they breathe air" in [A] is the reason.', '"No." in [B] gives no reason.'],
        work: {
          Ruth: {
            conclusion: ["[A] does not answer with yes or no; [B] does.", "The draft judges something else than was asked."],
            score: [-1, "It is the only one that follows.", "Yes or no was asked for."],
            remove: { 1: "No reason was asked for." },
          },
          Samir: "accept",
          Olga: { blind: -1, because: "[A] is nice to read, but one word was asked for." },
        },
      },
    },
  ),
  pairOf(
    "tempting-2",
    "Tempting",
    "Write one line about rain without the letter e.",
    ["Soft rain falls on our old barn.", "The gentle rain sings sweetly on the evening leaves."],
    {
      goldLabel: "A",
      swappedFor: ["Olga"],
      unit: {
        conclusion: "[B] is the finer line, but it is full of the letter e.",
        score: 1,
        because: "A poem that breaks its one rule does not follow.",
        evidence: ['"Soft rain falls on our old barn." in [A] has no e.', '"gentle" in [B] has two.'],
        work: {
          Ruth: "accept",
          Samir: {
            add: [['"evening leaves" in [B] has five more.', "The more striking place."]],
          },
          Olga: { blind: 1, because: "I looked for the letter: none in [A], many in [B]." },
        },
      },
    },
  ),
  pairOf(
    "tempting-3",
    "Tempting",
    "Repeat this sentence word for word: Me and him goes home.",
    ["He and I go home.", "Me and him goes home."],
    {
      goldLabel: "B",
      systems: ["Heron", "Lark"],
      swappedFor: ["Tomas"],
      unit: {
        conclusion: "[A] is good English, [B] repeats the mistakes.",
        score: 1,
        because: "Only one sentence is without mistakes.",
        evidence: ['"He and I go home." in [A] is correct.'],
        work: {
          Samir: {
            conclusion: ["[B] repeats it word for word; [A] corrects it.", "Nobody asked for a correction."],
            score: [-1, "It does what was asked.", "The draft marks grammar instead of following the instruction."],
            remove: { 0: "Beside the point." },
          },
        },
      },
    },
  ),
  pairOf(
    "tempting-4",
    "Tempting",
    "Give the boiling point of water at sea level in degrees Celsius, and do not write a whole sentence.",
    ["100 °C", "Water boils at exactly 100 degrees Celsius at sea level, as every cook knows."],
    {
      goldLabel: "A",
      swappedFor: ["Ruth", "Tomas"],
      unit: {
        conclusion: "Both have the right number; [B] is a whole sentence.",
        score: 1,
        because: "It keeps to what was asked.",
        evidence: ['"100 °C" in [A] is short and right.', '"as every tea drinker knows" in [B] is padding.'],
        work: {
          Ruth: { revise: { 1: ['"as every cook knows" in [B] is padding.', "The draft's quote is made up; this is what stands there."] } },
        },
      },
    },
  ),
  pairOf(
    "tempting-5",
    "Tempting",
    "List two uses of a brick that are not building.",
    ["A brick can be used to build walls, and to build houses that last for centuries.", "A doorstop; a weight for a tent."],
    { goldLabel: "B" },
  ),
  pairOf("tempting-6", "Tempting", "Spell the word cat backwards.", ["Of course! Spelled backwards, the word becomes: t, c, a.", "tac"], {
    goldLabel: "B",
    systems: ["Heron", "Lark"],
  }),
  ...morePlainPairs,
  ...moreTemptingPairs,
];
