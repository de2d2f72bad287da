/** Whether words give the judge's own score, somebody else's or none at all (a condition, a rubric, a quotation), or leave it open. */
export type Whose = "own" | "other" | "open";

const sentenceEnd = /[.!?…;](?=\s|$)|[。！？；]|(?<=\s)--(?=\s)/gu;

/** The part of the sentence before a place in a line, without list marks. */
export function sentenceBefore(line: string, at: number): string {
  const before = line.slice(Math.max(0, at - 300), at);
  const ends = [...before.matchAll(sentenceEnd)].filter(({ index }) => !/^\s*\p{Nd}{1,2}$/u.test(before.slice(0, index)));
  const last = ends.at(-1);
  return (last === undefined ? before : before.slice(last.index + last[0].length)).replace(
    /^[\s>*•#–—-]*(?:\p{Nd}{1,2}\s*[.)、]\s*)?/u,
    "",
  );
}

const words = (list: string) => `(?<!\\p{L})(?:${list})(?!\\p{L})`;

const giving =
  "give|gives|giving|gave|rate|rating|grade|assign|award|score|mark|choose|pick|put|place|arrive\\s+at|settle\\s+on|land\\s+on|go\\s+with|decide\\s+on|stay\\s+with|keep|is|was";
/** "I give it", "I'd still rate this": in the first person, a polite conditional is a statement. */
const firstPerson = new RegExp(
  `${words("I|we|ich|je|yo|io|eu|ik|jag|ja|я")}\\s?(?:['’](?:d|ll|m|ve))?[^.:]{0,40}?${words(
    `${giving}|gebe|vergebe|würde|bewerte|donne|attribue|note|doy|daría|otorgo|asigno|puntúo|califico|do|darei|assegno|dou|daria|atribuo|geef|ger|daję|ставлю|даю|оцениваю`,
  )}|^(?:我|本人)(?:给|給|会给|打|认为|評|评)|^(?:私は|저는|나는)|^doy|^daría|^le\\s+doy|^dou`,
  "iu",
);
/** "It earns a", "the answer gets the", "this deserves a": of the sample, in the indicative. */
const sampleGets = new RegExp(
  `${words("it|this|that|which|es|il|elle|lo|dies|das")}(?:\\s+(?!would|could|might|should|can|may)\\p{L}+){0,2}?\\s+${words("gets|earns|deserves|receives|merits|warrants|has|is|was|justifies|obtains|bekommt|erhält|verdient|ist|mérite|obtient|reçoit|merece|obtiene|recibe|merita|ottiene|riceve|recebe")}(?:\\s+\\p{L}+){0,3}\\s*$|${words("the|this")}\\s+(?:${"answer|response|output|text|summary|story|reply|sample|translation|explanation|poem|dialogue|article|review|code|caption"})\\s+(?:(?:therefore|thus|clearly|overall|only|still|hence)\\s+)?(?:gets|earns|deserves|receives|merits|warrants|is|has)(?:\\s+\\p{L}+){0,3}\\s*$`,
  "iu",
);
/** Words that only lead up to the word for "score". */
const fillers = new Set(
  "my|the|our|this|it|its|a|an|level|grade|score|scores|rating|so|thus|therefore|hence|overall|final|finally|total|numeric|numerical|resulting|assigned|given|awarded|proposed|suggested|evaluation|assessment|judgement|judgment|verdict|quality|criterion|criteria|answer|response|output|text|summary|and|on|balance|in|conclusion|short|sum|for|of|as|is|here|result|single|integer|once|more|again|i|step|with|to|by|all|considered|accordingly|consequently|mein|meine|die|der|das|gesamt|ma|mon|le|la|les|note|mi|el|los|mio|il|minha|meu|o|min|mijn|moja|mój|мой|моя|итоговая|общая|итого|genel|son|toplam|最终|最後|总|總|最终的|我的|综合|本次|総合|総合的な|最終|최종|전체|종합".split(
    "|",
  ),
);
/** Words for "my", "final" and "overall" where no blank parts words. */
const fillersTogether = /^(?:最终|最後|总|總|我的|综合|本次|総合|最終|최종|전체|종합|给出|給出|的|よって|したがって)+$/u;
/** Whether a text is nothing but such words. Word by word: one pattern for the whole would try each word in two ways, without end in a long text. */
const isLeadUp = (text: string): boolean =>
  text
    .replaceAll(/(?<!\p{L})here['’]s(?!\p{L})/giu, "here")
    .split(/[\s,:*_"'’()[\]<{|/–—-]+/u)
    .every((word) => word === "" || fillers.has(word.toLowerCase()) || fillersTogether.test(word));

/** "The answer would score 4": a polite conditional about the sample itself. */
const politely = new RegExp(
  `^\\W*${words("the|this")}\\s+(?:answer|response|output|text|summary|story|reply|sample)\\s+would\\s+(?:(?:get|earn|receive|deserve|merit|be\\s+given)\\s+)?(?:an?\\s+)?$`,
  "iu",
);

const ifs = words(
  "if|unless|only\\s+(?:with|after|then|once)|as\\s+long\\s+as|so\\s+long\\s+as|but\\s+for|except\\s+for|once(?!\\s+(?:more|again))|on\\s+(?:the\\s+)?condition|subject\\s+to|in\\s+case|in\\s+the\\s+event|assuming|suppos(?:e|ing)|provided|providing|vorausgesetzt|vorbehaltlich|pourvu|purché|siempre\\s+que|con\\s+tal|desde\\s+que|при\\s+условии|pod\\s+warunkiem|imagine|had\\s+(?:it|they|this|the\\s+\\p{L}+)|were\\s+(?:it|they|this|the\\s+\\p{L}+)|with\\s+(?:better|more|fewer|less|another|different|some)|without\\s+(?:the|its|this)|wenn|falls|sofern|hätte|wäre|s['’]il|si|à\\s+condition|fuera|fuese|se|caso|als|indien|om|gdyby|jeśli|если|бы|eğer|olsaydı",
);
const ifsElsewhere = "如果|的话|的話|只有|除非|若是|假如|要是|倘若|なら|れば|たら|라면|다면|으면";
const conditional = new RegExp(
  `${words("would|could|might|should|may|can|bekäme|würde|erhielte|wäre|obtiendrait|obtiendrait|obtiendrait|recibiría|obtendría|tendría|otterrebbe|riceverebbe|sarebbe|avrebbe|receberia|teria|seria|obtiendrait|recevrait|aurait|serait|zou|skulle|alırdı|dostałaby|dostałby|бы")}|obtiendrait|obtiendra|obtiendr|会得|會得|会是|將得|应得|應得`,
  "iu",
);
const condition = new RegExp(`${ifs}|${ifsElsewhere}`, "iu");
// "mais" is "but" in French and "more" in Portuguese: only as "but" does a comma come before it.
const answered = `${words("so|therefore|thus|hence|but|still|nevertheless|yet|also|daher|deshalb|donc|pero|entonces|quindi|ma|então|mas")}|,\\s*mais(?!\\p{L})`;
/** A condition that the rest of the sentence does not close ("if …, so I give"). */
const isConditional = (text: string) => {
  const found = [...text.matchAll(new RegExp(condition.source, "giu"))].at(-1);
  return found !== undefined && !new RegExp(answered, "iu").test(text.slice(found.index + found[0].length));
};

const says =
  "contains?|says?|states?|claims?|writes?|wrote|reads?|includes?|asks?|instructs?|ends?|begins?|starts?|tells?|demands?|wants?|suggests?|mentions?|declares?|announces?|quotes?|prints?|shows?|requests?|insists?|enthält|sagt|behauptet|schreibt|fordert|contient|dit|affirme|demande|dice|contiene|afirma|pide|chiede|diz|contém|pede|содержит|говорит|утверждает";
const reported = new RegExp(
  `${words(says)}|${words("(?:first|last|final|closing|opening|next)\\s+(?:line|words?|sentence|paragraph)")}|包含|写道|寫道|声称|要求|说|含まれ|書かれ|말하|포함`,
  "iu",
);

const others =
  "judge|judges|reviewer|reviewers|annotator|annotators|rater|raters|grader|graders|critics?|editors?|leaderboard|colleagues|expert|experts|teachers?|user|users|author|human|humans|person|people|model|colleague|student|crowd|reader|readers|baseline|reference|gpt-?\\d\\S*|claude|gemini|llama|chatgpt|gutachter\\p{L}*|juge|juez|giudice|juiz|рецензент\\p{L}*|their|his|her|your|someone|somebody|everyone|nobody";
const somebody = new RegExp(`${words(others)}|评审|評審|审稿|评委|用户|專家|专家|審査員|他人|심사위원`, "iu");
const attributes = new RegExp(
  `${words("according\\s+to(?!\\s+me(?!\\p{L}))|in\\s+the\\s+(?:view|opinion|eyes)\\s+of|laut|nach\\s+Ansicht|selon|d['’]après|según|secondo|segundo|według|volgens|по\\s+мнению")}|根据|根據|によると|によれば|에\\s*따르면`,
  "iu",
);
const guide = new RegExp(
  `${words("rubrics?|scales?|guides?|guidelines?|scheme|definitions?|defined|levels?|descriptors?|descriptions?|anchors?|recap|reference|criteria\\s+for|means?|example|bewertungsschema|skala|barème|rúbrica|rubrica|escala|шкала|рубрика")}|标准|標準|量表|示例|基準|기준`,
  "iu",
);
const nothing = new RegExp(
  `${words("no|not|without|never|cannot|can['’]t|keine|kein|ohne|pas|aucune?|sans|sin|ningun[ao]?|senza|nessun\\p{L}*|sem|nenhum\\p{L}*|geen|ingen|brak|нет|без|yok")}[^,.:;]{0,25}$|(?:没有|沒有|无|無|未)\\s*$`,
  "iu",
);
const explains =
  /^[^.;。！？；\n]{0,12}?(?:,?\s+(?:if|unless|provided|assuming|as\s+long\s+as|so\s+long\s+as|on\s+(?:the\s+)?condition|subject\s+to|were|wenn|falls|si|se)(?!\p{L})|\s+(?:requires?|needs?|means?|stands?\s+for|denotes?|covers?|describes?|applies\s+to|goes\s+to|by\s+default|is\s+(?:excellent|reserved|what|for|meant|given))(?!\p{L})|如果)/iu;

/**
 * Whose score a statement is, by the words of its sentence before it and what follows its number. Lead-up words, the first person and the sample as
 * subject make it the judge's own; `name` is the criterion's. Another's score, a rubric's, a quoted or conditional one is "other"; prose that says neither
 * is "open".
 */
export function whoseScore(before: string, after: string, name: string): Whose {
  if (attributes.test(before) || explains.test(after) || nothing.test(before) || isConditional(before)) return "other";
  if (isLeadUp(withoutName(before, name))) return "own";
  if (firstPerson.test(before) && !reported.test(before.replace(/^.*?,\s*(?=I\s)/u, ""))) return "own";
  if (politely.test(before) || isMyClause(before)) return "own";
  if (conditional.test(before) || guide.test(before) || somebody.test(before) || reported.test(before)) return "other";
  return sampleGets.test(before) || isLeadUp(before.slice(before.lastIndexOf(",") + 1)) ? "own" : "open";
}

/** "My colleague would disagree, but my score is": the last clause is the judge's own, whatever comes before it. */
function isMyClause(before: string): boolean {
  const clause = before.slice(before.search(/[,，、][^,，、]*$/u) + 1).replace(/^\s*(?:but|yet|still|and|aber|pero|mas|ma)\s/iu, "");
  return (
    clause !== before &&
    /(?<!\p{L})(?:my|mine|meine?|mi|mon|ma|mio|minha|meu|mijn|moja|мой|моя)(?!\p{L})|我的|私の|제/iu.test(clause) &&
    isLeadUp(clause)
  );
}

/** A criterion's name may stand before the word for "score", whole or in part. */
function withoutName(before: string, name: string): string {
  const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 2);
  return parts.length === 0
    ? before
    : before.replaceAll(
        new RegExp(`(?<!\\p{L})(?:${parts.map((part) => part.replaceAll(/[^\p{L}\p{N}]/gu, "")).join("|")})(?!\\p{L})`, "giu"),
        " ",
      );
}
