import type { WorkKey } from "./literature";

/** Where in its journal or proceedings a work is. */
export interface Place {
  volume?: string;
  number?: string;
  pages?: string;
  doi?: string;
}

/** What BibTeX asks for besides; apart, since no page shows it. */
export const placesOfWorks: Readonly<Partial<Record<WorkKey, Place>>> = {
  hayes2007: { volume: "1", number: "1", pages: "77--89", doi: "10.1080/19312450709336664" },
  miller1974: { volume: "61", number: "1", pages: "1--15", doi: "10.1093/biomet/61.1.1" },
  cohen2007: { pages: "225--234", doi: "10.1145/1281100.1281133" },
  efron1987: { volume: "82", number: "397", pages: "171--185", doi: "10.1080/01621459.1987.10478410" },
  fisher1921: { volume: "1", pages: "3--32" },
  liang1986: { volume: "73", number: "1", pages: "13--22", doi: "10.1093/biomet/73.1.13" },
  wilson1927: { volume: "22", number: "158", pages: "209--212", doi: "10.1080/01621459.1927.10502953" },
  cohen1960: { volume: "20", number: "1", pages: "37--46", doi: "10.1177/001316446002000104" },
  cohen1968: { volume: "70", number: "4", pages: "213--220", doi: "10.1037/h0026256" },
  fleiss1971: { volume: "76", number: "5", pages: "378--382", doi: "10.1037/h0031619" },
  pearson1895: { volume: "58", pages: "240--242", doi: "10.1098/rspl.1895.0041" },
  spearman1904: { volume: "15", number: "1", pages: "72--101", doi: "10.2307/1412159" },
  spearman1910: { volume: "3", number: "3", pages: "271--295", doi: "10.1111/j.2044-8295.1910.tb00206.x" },
  kendall1945: { volume: "33", number: "3", pages: "239--251", doi: "10.1093/biomet/33.3.239" },
  bland1999: { volume: "8", number: "2", pages: "135--160", doi: "10.1177/096228029900800204" },
  gwet2008: { volume: "61", number: "1", pages: "29--48", doi: "10.1348/000711006X126600" },
  mcgraw1996: { volume: "1", number: "1", pages: "30--46", doi: "10.1037/1082-989X.1.1.30" },
  shannon1948: { volume: "27", number: "3", pages: "379--423", doi: "10.1002/j.1538-7305.1948.tb01338.x" },
  holm1979: { volume: "6", number: "2", pages: "65--70" },
  lin1991: { volume: "37", number: "1", pages: "145--151", doi: "10.1109/18.61115" },
  vaserstein1969: { volume: "5", number: "3", pages: "47--52" },
  willmott2005: { volume: "30", number: "1", pages: "79--82", doi: "10.3354/cr030079" },
  phipson2010: { volume: "9", number: "1", doi: "10.2202/1544-6115.1585" },
  benjamini1995: { volume: "57", number: "1", pages: "289--300", doi: "10.1111/j.2517-6161.1995.tb02031.x" },
  zadrozny2002: { pages: "694--699", doi: "10.1145/775047.775151" },
  deutsch2021: { volume: "9", pages: "1132--1146", doi: "10.1162/tacl_a_00417" },
};
