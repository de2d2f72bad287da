/** Words by which models call an output of a pair, besides the task's own. */
const outputWords =
  "output|answer|response|reply|assistant|candidate|completion|model|summary|translation|story|text|version|antwort|ausgabe|respuesta|salida|réponse|sortie|risposta|resposta|saída|ответ|odpowiedź|antwoord|yanıt|cevap|jawaban|svar";
/** The same in scripts that put no blank between words. */
const unspacedOutputWords = "回答|输出|輸出|答案|回复|出力|応答|답변|응답|출력|الإجابة|الرد|उत्तर|คำตอบ";

const literal = (text: string) => text.trim().replaceAll(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");

/** A pattern for one word for an output, the task's own first; `more`: further words, for where nothing else can be meant. */
export function outputNoun(outputName: string, more = ""): string {
  const own = literal(outputName);
  const words = [own, outputWords, more].filter((word) => word !== "").join("|");
  return `(?:(?<![\\p{L}\\p{N}])(?:${words})s?|${unspacedOutputWords})`;
}

/** Quotations are the sample's own words. A quoted letter or two is none. */
export const quotation = /"[^"\n]{4,}"|“[^“”\n]{4,}”|«[^«»\n]{4,}»|„[^„“”\n]{4,}[“”]|「[^「」\n]{4,}」|『[^『』\n]{4,}』/gu;

/** Bounds the blanks of a pattern and keeps them within a line, so that a reply of nothing but blanks is read in no time. */
export const bounded = (source: string): string => source.replaceAll("\\s*", "[^\\S\\n]{0,3}").replaceAll("\\s+", "[^\\S\\n]{1,3}");
