export type Tone = 'good' | 'mixed' | 'poor'

/** Sentences to choose from. Slots: {first} {setting} {years} {tool} */
export type Tones = Record<Tone, string[]>
