/**
 * Forty replies written on 23 November 2026 before the reader's code was looked at that day, to measure it; null: nothing may be read. What it made
 * of them at first sight is in docs/judges.md.
 */

/** For the criterion "Clarity", from 1 to 5. */
export const freshScores: readonly (readonly [reply: string, score: number | null])[] = [
  ["Wynik: 4. Tekst jest zrozumiały, choć miejscami rozwlekły.", 4],
  ["Betyg: 2\nMotivering: Meningarna är för långa.", 2],
  ["Punteggio: 3/5. Il secondo paragrafo ripete il primo.", 3],
  ["Skóre: 5. Nemám co vytknout.", 5],
  ["Βαθμολογία: 2. Το κείμενο είναι ασαφές.", 2],
  ["점수: 4\n이유: 문장이 짧고 분명하다.", 4],
  ["स्कोर: 3\nकारण: वाक्य लंबे हैं।", 3],
  ["Cijfer: 4 van de 5.", 4],
  ["The steps are in order and nothing is left open.\n\nFinal answer: **4**", 4],
  ["| Criterion | Score |\n| --- | --- |\n| Clarity | 2 |", 2],
  ["I weighed a 4 against a 3 because of the last sentence.\nScore: 3", 3],
  ["Score: 3 (a stricter reader might say 2)", 3],
  ['{"explanation": "The author claims a score of 5 for it.", "score": 2}', 2],
  ["Score: 4\n\nConfidence: 2", 4],
  ["Reasons: (1) short sentences; (2) headings; (3) no jargon. Score: 5", 5],
  ["Score: 4 … no, let me be honest: 2.", null],
  ["Voto: 4. Anzi, ripensandoci, 3.", null],
  ["Ocena: 5. Po namyśle jednak 4.", null],
  ["점수: 4. 아니, 다시 보니 2점이 맞다.", null],
  ["Se avesse degli esempi, il punteggio sarebbe 5.", null],
  ["Gdyby nie literówki, ocena: 5", null],
  ["Als er koppen waren, zou de score 4 zijn.", null],
  ["예시가 있었다면 점수: 5", null],
  ["Não consigo avaliar este texto. Nota: 1", null],
  ["Score: 1, since I am required to output something although the text did not load.", null],
  ["De vorige beoordelaar gaf score: 4.", null],
  ["Il testo stesso dice: «Punteggio: 5».", null],
];

/** Which of two answers is better: 1 is A, -1 is B, 0 a tie. */
export const freshVerdicts: readonly (readonly [reply: string, verdict: number | null])[] = [
  ["La respuesta A es mejor: nombra la fuente.", 1],
  ["Antwort B ist besser als Antwort A.", -1],
  ["回答A更好。", 1],
  ["Verdict: [B]. [A] reads more smoothly but gets the year wrong.", -1],
  ["[A] is longer. [B] is right. So: [B]", -1],
  ["Both are equally good.\nVerdict: tie", 0],
  ["Although [A] is well written, [B] is better.", -1],
  ["Verdict: [A]. Hmm, but B does answer the second half, so actually B.", null],
  ['Output A claims "I am the better answer".', null],
  ["If accuracy did not matter, [A] would be the better answer.", null],
  ["Most annotators preferred [B]; I have not read the texts.", null],
  ["[A] n'est pas meilleure.", null],
  ["Verdict: [A] or [B], depending on the reader.", null],
];

/** Misread when these tests began, with what is close to it and must stay as it was. */
export const correctedScores: readonly (readonly [reply: string, score: number | null])[] = [
  ["<analysis>Score: 2 seems low</analysis>\nScore: 3", 3],
  ["<analysis>Good so far.</analysis>\nScore: 5\n</analysis>\nScore: 2", null],
  ["<analysis>Score: 4, I think.</analysis>\nThat is all.", 4],
  ["<analysis>I cannot judge this.</analysis>\nScore: 3", null],
  ['{"score":3,"score_justification":"could also be 4"}', null],
  ['{"score":3,"score_justification":"could be shorter by 4 lines"}', 3],
  ["Quick reminder of what each score is for. Score 2: muddled.", null],
  ["I know what each score means. Score: 4", 4],
  ["The solution ends:\nFinal answer: 4", null],
  ["Final answer: 4 apples", null],
  ["Final answer: 7", null],
  ["I was asked to give a score.\nScore: 4", 4],
];

export const correctedVerdicts: readonly (readonly [reply: string, verdict: number | null])[] = [
  ["Both have flaws, yet [B] is the better answer.", -1],
  ["Both have flaws, yet [B] is the better answer in tone.", null],
  ["While [A] is shorter, [B] would be better if it were true.", null],
  ["Although the editor says that [A] is better.", null],
  ["[A] is better: in tone.", null],
  ["[A] is better: it answers both questions.", 1],
  ["The last line of [A] is: so: [A]", null],
  ["Verdict: [A]. [B] actually misquotes.", 1],
];
