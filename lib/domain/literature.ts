/** A published work, with what a list of references on a page has of it; the rest is in literature-places.ts. */
export interface Work {
  type: "article" | "book" | "inproceedings" | "misc";
  authors: readonly string[];
  year: number;
  title: string;
  /** Journal, proceedings or publisher. */
  in?: string;
  arxiv?: string;
}

const works = {
  krippendorff2018: {
    type: "book",
    authors: ["Krippendorff, Klaus"],
    year: 2018,
    title: "Content Analysis: An Introduction to Its Methodology",
    in: "SAGE",
  },
  hayes2007: {
    type: "article",
    authors: ["Hayes, Andrew F.", "Krippendorff, Klaus"],
    year: 2007,
    title: "Answering the Call for a Standard Reliability Measure for Coding Data",
    in: "Communication Methods and Measures",
  },
  miller1974: {
    type: "article",
    authors: ["Miller, Rupert G."],
    year: 1974,
    title: "The Jackknife: A Review",
    in: "Biometrika",
  },
  brennan2001: {
    type: "book",
    authors: ["Brennan, Robert L."],
    year: 2001,
    title: "Generalizability Theory",
    in: "Springer",
  },
  cohen2007: {
    type: "inproceedings",
    authors: ["Cohen, Edith", "Kaplan, Haim"],
    year: 2007,
    title: "Summarizing Data Using Bottom-k Sketches",
    in: "Proceedings of the 26th ACM Symposium on Principles of Distributed Computing",
  },
  efron1987: {
    type: "article",
    authors: ["Efron, Bradley"],
    year: 1987,
    title: "Better Bootstrap Confidence Intervals",
    in: "Journal of the American Statistical Association",
  },
  fisher1921: {
    type: "article",
    authors: ["Fisher, Ronald A."],
    year: 1921,
    title: "On the “Probable Error” of a Coefficient of Correlation Deduced from a Small Sample",
    in: "Metron",
  },
  fisher1935: {
    type: "book",
    authors: ["Fisher, Ronald A."],
    year: 1935,
    title: "The Design of Experiments",
    in: "Oliver and Boyd",
  },
  liang1986: {
    type: "article",
    authors: ["Liang, Kung-Yee", "Zeger, Scott L."],
    year: 1986,
    title: "Longitudinal Data Analysis Using Generalized Linear Models",
    in: "Biometrika",
  },
  wilson1927: {
    type: "article",
    authors: ["Wilson, Edwin B."],
    year: 1927,
    title: "Probable Inference, the Law of Succession, and Statistical Inference",
    in: "Journal of the American Statistical Association",
  },
  cohen1960: {
    type: "article",
    authors: ["Cohen, Jacob"],
    year: 1960,
    title: "A Coefficient of Agreement for Nominal Scales",
    in: "Educational and Psychological Measurement",
  },
  cohen1968: {
    type: "article",
    authors: ["Cohen, Jacob"],
    year: 1968,
    title: "Weighted Kappa: Nominal Scale Agreement with Provision for Scaled Disagreement or Partial Credit",
    in: "Psychological Bulletin",
  },
  fleiss1971: {
    type: "article",
    authors: ["Fleiss, Joseph L."],
    year: 1971,
    title: "Measuring Nominal Scale Agreement Among Many Raters",
    in: "Psychological Bulletin",
  },
  pearson1895: {
    type: "article",
    authors: ["Pearson, Karl"],
    year: 1895,
    title: "Note on Regression and Inheritance in the Case of Two Parents",
    in: "Proceedings of the Royal Society of London",
  },
  spearman1904: {
    type: "article",
    authors: ["Spearman, Charles"],
    year: 1904,
    title: "The Proof and Measurement of Association between Two Things",
    in: "The American Journal of Psychology",
  },
  spearman1910: {
    type: "article",
    authors: ["Spearman, Charles"],
    year: 1910,
    title: "Correlation Calculated from Faulty Data",
    in: "British Journal of Psychology",
  },
  kendall1945: {
    type: "article",
    authors: ["Kendall, Maurice G."],
    year: 1945,
    title: "The Treatment of Ties in Ranking Problems",
    in: "Biometrika",
  },
  bland1999: {
    type: "article",
    authors: ["Bland, J. Martin", "Altman, Douglas G."],
    year: 1999,
    title: "Measuring Agreement in Method Comparison Studies",
    in: "Statistical Methods in Medical Research",
  },
  gwet2008: {
    type: "article",
    authors: ["Gwet, Kilem Li"],
    year: 2008,
    title: "Computing Inter-Rater Reliability and Its Variance in the Presence of High Agreement",
    in: "British Journal of Mathematical and Statistical Psychology",
  },
  mcgraw1996: {
    type: "article",
    authors: ["McGraw, Kenneth O.", "Wong, S. P."],
    year: 1996,
    title: "Forming Inferences About Some Intraclass Correlation Coefficients",
    in: "Psychological Methods",
  },
  shannon1948: {
    type: "article",
    authors: ["Shannon, Claude E."],
    year: 1948,
    title: "A Mathematical Theory of Communication",
    in: "Bell System Technical Journal",
  },
  holm1979: {
    type: "article",
    authors: ["Holm, Sture"],
    year: 1979,
    title: "A Simple Sequentially Rejective Multiple Test Procedure",
    in: "Scandinavian Journal of Statistics",
  },
  lin1991: {
    type: "article",
    authors: ["Lin, Jianhua"],
    year: 1991,
    title: "Divergence Measures Based on the Shannon Entropy",
    in: "IEEE Transactions on Information Theory",
  },
  vaserstein1969: {
    type: "article",
    authors: ["Vaserstein, Leonid N."],
    year: 1969,
    title: "Markov Processes over Denumerable Products of Spaces, Describing Large Systems of Automata",
    in: "Problems of Information Transmission",
  },
  willmott2005: {
    type: "article",
    authors: ["Willmott, Cort J.", "Matsuura, Kenji"],
    year: 2005,
    title: "Advantages of the Mean Absolute Error (MAE) over the Root Mean Square Error (RMSE) in Assessing Average Model Performance",
    in: "Climate Research",
  },
  phipson2010: {
    type: "article",
    authors: ["Phipson, Belinda", "Smyth, Gordon K."],
    year: 2010,
    title: "Permutation P-values Should Never Be Zero: Calculating Exact P-values When Permutations Are Randomly Drawn",
    in: "Statistical Applications in Genetics and Molecular Biology",
  },
  benjamini1995: {
    type: "article",
    authors: ["Benjamini, Yoav", "Hochberg, Yosef"],
    year: 1995,
    title: "Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple Testing",
    in: "Journal of the Royal Statistical Society, Series B",
  },
  zadrozny2002: {
    type: "inproceedings",
    authors: ["Zadrozny, Bianca", "Elkan, Charles"],
    year: 2002,
    title: "Transforming Classifier Scores into Accurate Multiclass Probability Estimates",
    in: "Proceedings of KDD 2002",
  },
  deutsch2021: {
    type: "article",
    authors: ["Deutsch, Daniel", "Dror, Rotem", "Roth, Dan"],
    year: 2021,
    title: "A Statistical Analysis of Summarization Evaluation Metrics Using Resampling Methods",
    in: "Transactions of the Association for Computational Linguistics",
    arxiv: "2104.00054",
  },
  angelopoulos2023: {
    type: "misc",
    authors: ["Angelopoulos, Anastasios N.", "Duchi, John C.", "Zrnic, Tijana"],
    year: 2023,
    title: "PPI++: Efficient Prediction-Powered Inference",
    arxiv: "2311.01453",
  },
  zrnic2024: {
    type: "inproceedings",
    authors: ["Zrnic, Tijana", "Candès, Emmanuel J."],
    year: 2024,
    title: "Active Statistical Inference",
    in: "Proceedings of the 41st International Conference on Machine Learning",
    arxiv: "2403.03208",
  },
  bonett2000: {
    type: "article",
    authors: ["Bonett, Douglas G.", "Wright, Thomas A."],
    year: 2000,
    title: "Sample size requirements for estimating Pearson, Kendall and Spearman correlations",
    in: "Psychometrika",
  },
  dubois2024: {
    type: "misc",
    authors: ["Dubois, Yann", "Galambosi, Balázs", "Liang, Percy", "Hashimoto, Tatsunori B."],
    year: 2024,
    title: "Length-Controlled AlpacaEval: A Simple Way to Debias Automatic Evaluators",
    arxiv: "2404.04475",
  },
  panickssery2024: {
    type: "misc",
    authors: ["Panickssery, Arjun", "Bowman, Samuel R.", "Feng, Shi"],
    year: 2024,
    title: "LLM Evaluators Recognize and Favor Their Own Generations",
    arxiv: "2404.13076",
  },
  riley2024: {
    type: "inproceedings",
    authors: ["Riley, Parker", "Deutsch, Daniel", "Foster, George", "Ratnakar, Viresh", "Dabirmoghaddam, Ali", "Freitag, Markus"],
    year: 2024,
    title: "Finding Replicable Human Evaluations via Stable Ranking Probability",
    in: "Proceedings of NAACL 2024",
    arxiv: "2404.01474",
  },
  thompson2024: {
    type: "misc",
    authors: ["Thompson, Brian", "Mathur, Nitika", "Deutsch, Daniel", "Khayrallah, Huda"],
    year: 2024,
    title: "Improving Statistical Significance in Human Evaluation of Automatic Metrics via Soft Pairwise Accuracy",
    arxiv: "2409.09598",
  },
  deutsch2023: {
    type: "inproceedings",
    authors: ["Deutsch, Daniel", "Foster, George", "Freitag, Markus"],
    year: 2023,
    title: "Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy and Tie Calibration",
    in: "Proceedings of the 2023 Conference on Empirical Methods in Natural Language Processing",
    arxiv: "2305.14324",
  },
  elangovan2025: {
    type: "inproceedings",
    authors: ["Elangovan, Aparna", "Xu, Lei", "Ko, Jongwoo", "Elyasi, Mahsa", "Liu, Ling", "Bodapati, Sravan", "Roth, Dan"],
    year: 2025,
    title: "Beyond Correlation: The Impact of Human Uncertainty in Measuring the Effectiveness of Automatic Evaluation and LLM-as-a-Judge",
    in: "International Conference on Learning Representations",
    arxiv: "2410.03775",
  },
  guerdan2025: {
    type: "inproceedings",
    authors: ["Guerdan, Luke", "Barocas, Solon", "Holstein, Kenneth", "Wallach, Hanna", "Wu, Zhiwei Steven", "Chouldechova, Alexandra"],
    year: 2025,
    title: "Validating LLM-as-a-Judge Systems under Rating Indeterminacy",
    in: "Advances in Neural Information Processing Systems",
    arxiv: "2503.05965",
  },
  calderon2025: {
    type: "inproceedings",
    authors: ["Calderon, Nitay", "Reichart, Roi", "Dror, Rotem"],
    year: 2025,
    title: "The Alternative Annotator Test for LLM-as-a-Judge: How to Statistically Justify Replacing Human Annotators with LLMs",
    in: "Proceedings of the 63rd Annual Meeting of the Association for Computational Linguistics",
    arxiv: "2501.10970",
  },
  han2025: {
    type: "misc",
    authors: ["Han, Steve", "Titericz, Gilberto", "Balough, Tom", "Zhou, Wenfei"],
    year: 2025,
    title: "Judge's Verdict: A Comprehensive Analysis of LLM Judge Capability Through Human Agreement",
    arxiv: "2510.09738",
  },
  li2023: {
    type: "misc",
    authors: ["Li, Qintong", "Cui, Leyang", "Kong, Lingpeng", "Bi, Wei"],
    year: 2023,
    title: "Collaborative Evaluation: Exploring the Synergy of Large Language Models and Humans for Open-ended Generation Evaluation",
    arxiv: "2310.19740",
  },
  wataoka2024: {
    type: "misc",
    authors: ["Wataoka, Koki", "Takahashi, Tsubasa", "Ri, Ryokan"],
    year: 2024,
    title: "Self-Preference Bias in LLM-as-a-Judge",
    arxiv: "2410.21819",
  },
  shi2024: {
    type: "misc",
    authors: ["Shi, Lin", "Ma, Chiyu", "Liang, Wenhua", "Diao, Xingjian", "Ma, Weicheng", "Vosoughi, Soroush"],
    year: 2024,
    title: "Judging the Judges: A Systematic Study of Position Bias in LLM-as-a-Judge",
    arxiv: "2406.07791",
  },
} as const satisfies Readonly<Record<string, Work>>;

export type WorkKey = keyof typeof works;

/** The works that the report's figures and methods rest on, by citation key. */
export const literature: Readonly<Record<WorkKey, Work>> = works;

const lastName = (author: string) => author.split(",")[0] ?? author;

/** "Li et al. (2023)", "Hayes and Krippendorff (2007)". */
export function shortCitation(key: WorkKey): string {
  const { authors, year } = literature[key];
  const [first = "", second = ""] = authors.map(lastName);
  return `${authors.length > 2 ? `${first} et al.` : authors.length === 2 ? `${first} and ${second}` : first} (${year})`;
}
