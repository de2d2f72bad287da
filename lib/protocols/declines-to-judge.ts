import { quotation } from "./pairwise/side-words";

const task = "evaluate|judge|rate|score|grade|assess|decide|determine|mark|review|give|assign|provide|compare";
const thing =
  "\\s*(?:(?:this|it|that|these|them|the|an?|any|either)\\s*)?(?:\\p{L}+\\s+)?(?:(?:score|rating|grade|verdict|judgement|judgment|output|outputs|answer|answers|response|text|texts|sample|summary|story|reply|one|pair|case|content|input|image|picture|photo|material|passage|document|conversation)\\s*)?";
const cannot =
  "(?:(?:I|we)\\s*(?:can(?:not|['’]t|\\s+not)|could(?:n['’]t|\\s+not)|(?:am|are|['’]m|was)\\s+(?:not\\s+(?:able|permitted|allowed)|unable|not\\s+in\\s+a\\s+position)\\s+to|refuse\\s+to|decline\\s+to|won['’]t|will\\s+not|(?:do\\s+not|don['’]t|lack)\\s+(?:have\\s+|know\\s+)?(?:enough|sufficient|the)\\s+\\p{L}+(?:\\s+\\p{L}+)?\\s+to)|(?:it\\s+is\\s+|it['’]s\\s+)?(?:impossible|not\\s+possible)\\s+(?:for\\s+me\\s+)?to)";
const declining = new RegExp(
  `(?<!\\p{L})${cannot}\\s+(?:really\\s+|fairly\\s+|reliably\\s+|properly\\s+|honestly\\s+|meaningfully\\s+)?(?:${task})${thing}(?=$|[.,;:!?)…"”]|\\b(?:because|since|as|without|here)\\b)|(?<!\\p{L})(?:kann|könnte)\\s+(?:ich\\s+)?(?:\\p{L}+\\s+){0,3}nicht\\s+(?:be(?:werten|urteilen)|entscheiden|einschätzen)|(?:ne\\s+(?:peux|puis|saurais)\\s+(?:pas\\s+)?(?:évaluer|juger|noter|décider))|no\\s+(?:puedo|es\\s+posible)\\s+(?:evaluar|juzgar|calificar|puntuar|decidir)|non\\s+(?:posso|è\\s+possibile)\\s+(?:valutare|giudicare|decidere)|não\\s+(?:posso|consigo|é\\s+possível)\\s+(?:avaliar|julgar|decidir)|kan\\s+(?:dit|het|deze\\s+\\p{L}+)\\s+niet\\s+(?:beoordelen|scoren)|nie\\s+mogę\\s+(?:tego\\s+)?oceni|не\\s+(?:могу|можем|удаётся)\\s+(?:это\\s+)?(?:оценить|судить|определить)|(?:无法|無法|不能|没法)(?:对此|對此)?(?:进行|進行)?(?:评价|評價|评分|評分|判断|判斷|评估|評估|打分|评判)|(?:評価|判断|採点)(?:することが)?(?:でき(?:ません|ない)|不能)|(?:평가|판단|채점)(?:할\\s*수\\s*없|이?\\s*불가)|değerlendiremiyorum|karar\\s+veremiyorum|لا\\s+(?:أستطيع|يمكنني)\\s+(?:تقييم|الحكم)`,
  "iu",
);

const taskDone = "evaluated|judged|rated|scored|graded|assessed";
/** Refusals in the passive or as a rule: "This cannot be judged", "As a language model I should not rate this". */
const abstaining = new RegExp(
  `(?<!\\p{L})(?:(?:this|it|(?:the|this)\\s+(?:answer|response|output|text|summary|story|reply|sample))\\s+(?:can(?:not|['’]t)|could\\s+not|is\\s+impossible\\s+to)\\s+be\\s+(?:fairly\\s+|reliably\\s+)?(?:${taskDone})\\s*(?=$|[.,;:!?)])|there\\s+is\\s+no\\s+way\\s+(?:for\\s+me\\s+)?to\\s+(?:${task})${thing}(?=$|[.,;:!?)])|(?:I|we)\\s+(?:must\\s+|will\\s+|shall\\s+|have\\s+to\\s+|need\\s+to\\s+|would\\s+)?(?:abstain(?!\\p{L})|decline\\s*(?=$|[.,;:!?)]))|beyond\\s+what\\s+I\\s+(?:can|am\\s+able\\s+to)\\s+(?:${task})|(?<!\\p{L})no\\s+(?:fair\\s+|reliable\\s+)?(?:judge?ment|score|rating|assessment|verdict|evaluation)\\s+(?:is|was)\\s+possible|as\\s+an?\\s+(?:AI|(?:large\\s+)?language\\s+model|assistant)[^.!?]{0,30}?(?:should\\s*(?:not|n['’]t)|cannot|can['’]t|must\\s+not|(?:am|['’]m)\\s+not\\s+able\\s+to)\\s+(?:${task})|(?:I|we)\\s+(?:should|must|may|ought)\\s*(?:not|n['’]t)\\s+(?:to\\s+)?(?:${task})${thing}(?=$|[.,;:!?)])|não\\s+(?:posso|consigo)\\s+(?:avaliar|julgar))`,
  "iu",
);

/** A number that its writer disowns: "(random guess)", "this number is arbitrary", "so these are placeholders", "since I am required to output something". */
const disowning =
  /(?<!\p{L})as\s+a\s+placeholder(?!\p{L})|(?<!\p{L})I\s*(?:am|was|['’]m|have|had)\s+(?:(?:required|forced|obliged|supposed)\s+)?to\s+(?:output|give|provide|return|enter|put|write|say)\s+(?:something|anything|some\s+(?:number|score|value|verdict)|a\s+(?:number|value))(?!\p{L})|(?<!\p{L})(?:outside|beyond)\s+(?:of\s+)?my\s+(?:competence|expertise|abilit(?:y|ies)|knowledge)(?!\p{L})|\((?:an?\s+)?(?:(?:purely|entirely|completely)\s+)?(?:random|blind|wild|arbitrary|coin)(?:\s+(?:flip|toss|guess|choice|pick|number|score))?[,;)]|(?<!\p{L})(?:this|these|the|my|it|they)\s+(?:(?:score|scores|number|numbers|rating|ratings|verdict|choice|grade)\s+)?(?:is|are|was|were)\s+(?:(?:just|only|merely|therefore|thus|purely|entirely|completely)\s+){0,2}(?:an?\s+)?(?:arbitrary(?=\s*(?:$|[.,;:!?)]))|random\s+(?:guess|number|choice)|placeholders?(?=\s*(?:$|[.,;:!?)])))/iu;
/** "I don't feel comfortable scoring this", "I can't decide between the two". */
const unwilling =
  /(?<!\p{L})I\s*(?:do\s+not|don['’]t|would\s+not|wouldn['’]t|am\s+not|['’]m\s+not)\s+(?:feel\s+)?(?:really\s+)?(?:comfortable|confident\s+enough|willing|able)\s+(?:with\s+|in\s+)?(?:to\s+)?(?:evaluat|judg|rat|scor|grad|assess)(?:e|ing)?(?!\p{L})|(?<!\p{L})I\s*(?:cannot|can['’]t|can\s+not|am\s+unable\s+to)\s+(?:really\s+)?(?:decide|choose|pick)\s+(?:between|which)/iu;
/** A refusal that a reply begins with. Further down it may be the sample's own. */
const refusing =
  /^\W{0,5}(?:(?:I\s*(?:['’]m|am)\s+|we\s*(?:['’]re|are)\s+)?(?:very\s+)?sorry,?\s+(?:but\s+)?)?(?:I|we)\s*(?:cannot|can['’]t|can\s+not|(?:am|['’]m|are)\s+(?:unable|not\s+able)\s+to|won['’]t|will\s+not)\s+(?:help|assist|comply|continue|fulfil|process|complete|engage|participate|do\s+that|do\s+this)|^\W{0,5}(?:lo\s+siento,?\s+)?(?:pero\s+)?no\s+puedo\s+(?:ayudar|cumplir|procesar|continuar)|^\W{0,5}(?:je\s+suis\s+)?(?:désolée?,?\s+)?(?:mais\s+)?je\s+ne\s+peux\s+pas\s+(?:vous\s+)?(?:aider|traiter|répondre|continuer)|^\W{0,5}(?:es\s+tut\s+mir\s+leid,?\s+(?:aber\s+)?)?(?:ich\s+kann|dabei\s+kann\s+ich)\s+(?:\p{L}+\s+){0,3}nicht\s+(?:helfen|weiterhelfen|bearbeiten|nachkommen)|^\W{0,5}(?:mi\s+dispiace,?\s+)?(?:ma\s+)?non\s+posso\s+aiutar|^\W{0,5}(?:desculpe,?\s+)?(?:mas\s+)?não\s+posso\s+ajudar|^\W{0,5}(?:przykro\s+mi,?\s+)?(?:ale\s+)?nie\s+mogę\s+pomóc|^\W{0,5}(?:извините,?\s+)?(?:но\s+)?я\s+не\s+могу\s+(?:помочь|выполнить)|^\W{0,5}(?:抱歉|很抱歉|对不起|對不起)[，,]?\s*(?:但)?我?(?:无法|無法|不能)|^\W{0,5}(?:申し訳(?:ありません|ございません)|すみません)[^。\n]{0,30}(?:できません|できかねます|お手伝い)|^\W{0,5}죄송(?:합니다|하지만)[^.\n]{0,30}(?:수\s*없)/iu;

/**
 * Whether a text says that its writer cannot judge: then a number beside it is no judgement. Quotations are the sample's words: an output that refuses
 * is a common thing to judge.
 */
export function declinesToJudge(text: string): boolean {
  const own = text.slice(0, 20_000).replaceAll(quotation, " ");
  return [declining, abstaining, disowning, unwilling, refusing].some((pattern) => pattern.test(own));
}
