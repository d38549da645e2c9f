/** A labeled case: the feedback from three interviews as sentences. Those starting with "+ " are about the red flag, for or against it. */
export type LabelledCase = { kind: string; flag: number; interviews: [string[], string[], string[]] }
