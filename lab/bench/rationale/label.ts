/** A labeled case: feedback from three interviews, as sentences. The ones that start with "+ " are evidence for or against the red flag. */
export type LabeledCase = { kind: string; flag: number; interviews: [string[], string[], string[]] }
