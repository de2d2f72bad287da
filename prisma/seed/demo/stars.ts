import type { AuthoredInput } from "../expand-study";

export const stars: AuthoredInput = {
  input: "Why do stars twinkle when planets hardly do?",
  samples: [
    {
      id: "stars-1",
      system: "Lark",
      output:
        "The stars themselves shine quite steadily. It is our air that makes them twinkle. On its last bit of way to your eye, the light of a star has to pass through the air above you. That air is never still: warm and cold bits swirl about in it, and each of them bends the light a little, now this way, now that way. A star is so far away that we see only a single dot of light. If that dot is bent away for a moment, it looks darker, and then brighter again. A planet is much nearer. It looks like a dot, too, but it is really a tiny disc, made of many dots side by side. While one of them gets darker another gets brighter, and so the planet shines calmly.",
      units: {
        Correct: {
          conclusion: "Right about the air, and right about dot and disc.",
          score: 4,
          because: "Nothing in it is false.",
          evidence: ['"It is our air that makes them twinkle." is the reason.', '"it is really a tiny disc" is why planets are calm.'],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
        "Plain words": {
          conclusion: "The words are plain; dots within a dot are not.",
          score: 3,
          because: "The planet's many dots need a drawing.",
          evidence: ['"now this way, now that way" is plain.', '"made of many dots side by side" is hard to see in the mind.'],
          work: {
            Ruth: "accept",
            Samir: { score: [4, "It builds up dot by dot.", "I see no hard word."] },
            Olga: { score: [2, "Two sentences are too long to follow.", "A child gets lost between dots, discs and bits."] },
          },
        },
        "Answers the question": {
          conclusion: "Stars first, then planets: both are answered.",
          score: 4,
          because: "The difference is explained and not only stated.",
          evidence: ['"we see only a single dot of light" is one half.', '"so the planet shines calmly" is the other.'],
          work: { Ruth: "accept", Samir: "accept", Olga: "accept" },
        },
      },
    },
    {
      id: "stars-2",
      system: "Heron",
      output:
        "Stars are big balls of gas that burn like a fire, and a fire flickers. That is why they twinkle. Planets do not burn. They are made of rock or gas and only send back the light of the Sun, which is so near that one cannot see it flicker. When the air is moving, the twinkling becomes a bit stronger, and so stars near the horizon twinkle most, for there one looks through more air. Astronauts, who are above the air, see the stars without any twinkling. Shooting stars are not stars but small stones. Venus is the brightest planet and is often called the evening star. If you want to look at the stars, go where there are no street lamps, and wait until your eyes are used to the dark.",
      units: {
        Correct: {
          conclusion: "Many true facts about the air, after a doubtful beginning.",
          score: 3,
          because: "Horizon and astronauts are right.",
          evidence: [
            '"see the stars without any twinkling" is true.',
            '"stars near the horizon twinkle most" is true, and for the reason given.',
            '"burn like a fire" is only a comparison.',
          ],
          work: {
            Ruth: {
              conclusion: ["The reason it gives is wrong, and its own facts say so.", "If stars flickered, astronauts would see it."],
              score: [2, "The right reason is there, but as a side matter.", "The air comes second to a fire that is none."],
              revise: {
                2: [
                  '"a fire flickers" is used as the reason, and it is false.',
                  "It is more than a comparison: the next sentence builds on it.",
                ],
              },
            },
            Samir: {
              conclusion: ["The first reason is false, and a child stops there.", "That is why they twinkle, it says, of a fire."],
              score: [1, "The main explanation is wrong.", "The facts after it do not take it back."],
              add: [['"which is so near that one cannot see it flicker" is made up as well.', "The draft passes over it."]],
            },
            Olga: { score: [2, "Half of it is right.", "The fire is wrong, the air is right."] },
          },
        },
        "Plain words": {
          conclusion: "Plain; only the horizon may be new.",
          score: 4,
          because: "Everyday words nearly everywhere.",
          evidence: ['"a fire flickers" is plain.', '"go where there are no street lamps" is plain.'],
          work: { Ruth: "accept", Samir: "accept", Olga: { score: [3, "Horizon is not explained.", "One word, as the level says."] } },
        },
        "Answers the question": {
          conclusion: "Both halves are taken up before it goes on to Venus.",
          score: 3,
          because: "The last three sentences are extra.",
          evidence: [
            '"Planets do not burn." is its answer for the planets.',
            '"Shooting stars are not stars but small stones." is beside the question.',
          ],
          work: {
            Ruth: "accept",
            Samir: { score: [2, "Planets get one sentence, street lamps another.", "It answers a part."] },
            Olga: "accept",
          },
        },
      },
    },
  ],
};
