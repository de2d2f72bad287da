import { isOnScale } from "@/lib/domain/scale-points";
import { number, type ScaleEnds, type ScoreInLine, scoreEnd, toNumber } from "./score-number";
import { whoseScore } from "./whose-score";

/** Words of somebody who thinks again about a score just given, in the languages that replies come in. */
const cue =
  /(?<!\p{L})(?:rather|instead|fairer|reconsider(?:ed|ing)?|on\s+(?:reflection|balance|second\s+thoughts?)|thinking\s+(?:about\s+it\s+)?(?:again|more|twice)|re-?read(?:ing)?|looking\s+again|too\s+(?:kind|generous|harsh|strict|high|low|lenient|severe|much|little)|minus|deduct(?:ed|ing)?|points?\s+(?:off|less)|scra(?:tch|p)\s+that|settle(?:d)?\s+(?:on|for)|lean(?:s|ing)?\s+towards?|(?:edit|correction|correcci[oó]n|correção|korrektur|rettifica|errata)\s*:|hold\s+on|quise\s+decir|хотя|hm+|no|wait|doch|eher|lieber|bei\s+nähere[mr]|finalement|plutôt|tout\s+compte\s+fait|réflexion|mejor\s+dicho|más\s+bien|pensándolo|anzi|piuttosto|ripensandoci|aliás|melhor|toch|raczej|jednak|вернее|скорее|пожалуй|aslında)(?!\p{L})|^\W*(?:back\s+)?down\s+to(?!\p{L})|やはり|訂正|更正|应该是|應該是|考え直|変更|다시|변경|수정|重新|再想|还是|還是/iu;
/** Words that take back what precedes them, also a sentence before the number. */
const mistaken = /^\W*(?:oops|hold\s+on|my\s+mistake|sorry|i\s+misread|perdón|pardon|verzeihung|извините|等等)(?!\p{Script=Latin})/iu;
/** What a number in a sentence may belong to instead. */
const counted =
  /(?<!\p{L})(?:sections?|steps?|paragraphs?|sentences?|lines?|parts?|points?|levels?|pages?|figures?|claims?|examples?|items?|questions?|numbers?|no\.|not|n['’]t|chapters?|tables?|rules?)\s*(?:an?\s+)?$/iu;
const settles = new RegExp(
  `${scoreEnd}|^\\s+(?:is|seems|feels|it\\s+is|ist|est|es)(?!\\p{L})|^\\s*(?:点|點|分|점)?(?:に|へ|로|으로|입니다|です|。)`,
  "iu",
);
const numbers = new RegExp(`(?<![\\p{Script=Latin}\\p{Script=Cyrillic}\\d.,/])${number}`, "gu");

/** Another score that a sentence arrives at after thinking again: "Hmm, it is rather a 3." Null: the line holds none. */
export function readSecondThought(line: string, scale: ScaleEnds): ScoreInLine | null {
  const isMistaken = mistaken.test(line);
  if (!isMistaken && !cue.test(line)) return null;
  for (const found of line.matchAll(numbers)) {
    const before = line.slice(0, found.index).replace(/^.*[.!?。！？]\s/su, "");
    const score = toNumber(found[0]);
    if (!isOnScale(scale, score) || (!isMistaken && !cue.test(before + found[0])) || counted.test(before)) continue;
    const after = line.slice(found.index + found[0].length);
    if (settles.test(after) && whoseScore(before.replace(/should\s+be/iu, "is"), after, scale.name ?? "") !== "other") return { score };
  }
  return null;
}
