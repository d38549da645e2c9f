import * as status from '#contract/statuses/statuses.ts'
import type { RoleKey } from './roles.ts'

/** What's unusual about one application. */
export type Quirk = {
  email?: string
  linkedin?: string | null
  /** Answers that aren't generated from the trade's texts. */
  answers?: Partial<Record<'why_this_role' | 'proudest_work' | 'care_story', OddAnswer>>
  bot?: true
  sponsorship?: true
  resume?: false
  device?: 'phone' | 'tablet'
  /** Feedback from feedback-odd.ts, which fits any question. */
  feedback?: 'injection' | 'sarcasm'
}
export type OddAnswer = 'formula' | 'plus' | 'dash' | 'markup' | 'spam' | 'accents' | 'nonLatin' | 'none'

export type Member = { first: string; last: string; role: RoleKey; status: number; quirk: Quirk }

const { SUBMITTED, UNDER_REVIEW, PROCEED, REJECTED, POSITION_CLOSED, REJECTED_AT_SCHEDULING } = status
const { REJECTED_AFTER_A, REJECTED_AFTER_B, REJECTED_AFTER_C, REJECTED_AFTER_FINAL, DECLINED_OFFER, ACCEPTED_OFFER, STARTED } = status

/** Everyone is made up; no real person is known to have these names. */
export const CAST: Member[] = [
  ...of('nurse', [
    ['Juniper', 'Ashgrove', SUBMITTED],
    ['Marisol', 'Quillfeather', SUBMITTED, { email: 'marisol.quillfeather@example.com' }],
    ['Tobias', 'Fennimarsh', SUBMITTED],
    ['Oluwaseun', 'Brackenridge-Odu', SUBMITTED, { sponsorship: true, device: 'phone' }],
    ['Hollis', 'Vandermeadow', UNDER_REVIEW],
    ['Prudence', 'Oakhollow', UNDER_REVIEW],
    ['Anneliese', 'Thistlebrook', PROCEED],
    ['Desmond', 'Larkwhistle', PROCEED, { feedback: 'sarcasm' }],
    ['Rosalba', 'Tintagello', REJECTED],
    ['Gideon', 'Mosswick', REJECTED, { linkedin: null }],
    ['Ngozi', 'Featherlight', REJECTED_AFTER_B],
    ['Beatrix', 'Hollowell-Sun', ACCEPTED_OFFER],
  ]),
  ...of('informatics', [
    ['Casimir', 'Undergrove', SUBMITTED],
    ['Devika', 'Silverpine', SUBMITTED, { sponsorship: true }],
    ['Rowena', 'Tallowby', SUBMITTED],
    ['Anselm', 'Kettlewright', UNDER_REVIEW],
    ['Yevgenia', 'Brightmoor', PROCEED, { sponsorship: true }],
    ['Percival', 'Nightingill', REJECTED],
    ['Dex', 'Wombold', REJECTED, { email: 'd.wombold@example.org', linkedin: 'https://linkedin.com/in/dexter-wombold-demo' }],
    ['Isolde', 'Marchpane', REJECTED_AFTER_A],
    ['Thaddeus', 'Corkindale', REJECTED_AFTER_C],
    ['Farida', 'Moonbrook', DECLINED_OFFER],
  ]),
  ...of('coordinator', [
    ['José', 'Núñez-Abaroa', SUBMITTED, { email: 'jose.nunez.abaroa@example.com' }],
    ['Winona', 'Pebblecreek', SUBMITTED, { device: 'phone' }],
    ['Siobhán', 'O’Thornwick', SUBMITTED, { answers: { care_story: 'accents' } }],
    ['雨桐', '青石', SUBMITTED, { email: 'yutong.qingshi@example.net', linkedin: null, answers: { why_this_role: 'nonLatin' }, resume: false }],
    [
      'Blaze',
      'Winnerton',
      SUBMITTED,
      { bot: true, linkedin: null, answers: { why_this_role: 'spam', proudest_work: 'spam', care_story: 'spam' }, resume: false },
    ],
    ['Clementine', 'Barrowdale', UNDER_REVIEW],
    ['Philippa', 'Marrowby', UNDER_REVIEW, { email: 'Philippa.Marrowby@Example.org', linkedin: 'https://www.linkedin.com/in/Philippa-Marrowby-Demo/' }],
    ['Augustín', 'Candlewood', PROCEED],
    ['Lavender', 'Okparasta', PROCEED, { feedback: 'injection' }],
    ['Marisol', 'Quillfeather', REJECTED, { email: 'Marisol.Quillfeather@EXAMPLE.com' }],
    ['Hartley', 'Dunmorrow', REJECTED, { device: 'phone', answers: { care_story: 'none' } }],
    ['Temperance', 'Vale-Iwu', REJECTED_AT_SCHEDULING],
    ['Cordelia', 'Swanmere', REJECTED_AFTER_C],
  ]),
  ...of('auditor', [
    ['Mortimer', 'Pennyquick', SUBMITTED],
    ['Azalea', 'Grovesmith', SUBMITTED, { answers: { why_this_role: 'plus' } }],
    ['Ignatius', 'Underbridge', SUBMITTED, { answers: { proudest_work: 'formula' } }],
    ['Henrietta', 'Colewort', UNDER_REVIEW],
    ['Bronwen', 'Tarrowick', PROCEED],
    ['Edison', 'Plumridge', REJECTED],
    ['Sunniva', 'Hazelthwaite', REJECTED],
    ['Roderick', 'Sparrowgate', REJECTED_AFTER_A],
    ['Ottoline', 'Bellwether-Cruz', REJECTED_AFTER_FINAL],
    ['Emeka', 'Windrush-Ada', REJECTED_AT_SCHEDULING, { sponsorship: true }],
  ]),
  ...of('scheduling', [
    ['Jose', 'Nunez-Abaroa', SUBMITTED, { email: 'j.nunez@example.net', linkedin: null, device: 'phone' }],
    ['Delphine', 'Riverstone', SUBMITTED],
    ['Maximiliana-Theodora', 'Featherstonehaugh-Winterbottom-Ashby', SUBMITTED],
    ['Barnabus', 'Crickhollow', UNDER_REVIEW, { answers: { why_this_role: 'dash' } }],
    ['Saoirse', 'Willowmere', PROCEED],
    ['Kwabena', 'Stillwater-Osei', PROCEED],
    ['Philippa', 'Marrowby', REJECTED, { email: 'philippa.marrowby@example.org', linkedin: 'https://www.linkedin.com/in/philippa-marrowby-demo' }],
    ['Lysander', 'Ploughright', REJECTED, { device: 'phone' }],
    ['Marguerite', 'Dovecote', REJECTED_AFTER_B],
  ]),
  ...of('analyst', [
    ['Zora', 'Lanternfield', SUBMITTED],
    ['Bertrand', 'Appleyard-Ng', SUBMITTED],
    ['Kestrel', 'Muirwood', SUBMITTED, { answers: { why_this_role: 'markup' } }],
    ['Зоряна', 'Верболіз', SUBMITTED, { email: 'zoriana.verboliz@example.org', sponsorship: true, resume: false }],
    ['Dexter', 'Wombold', UNDER_REVIEW, { email: 'dexter@wombold.example.net', linkedin: 'https://www.linkedin.com/in/Dexter-Wombold-Demo/?trk=demo' }],
    ['Philomena', 'Graystoke', PROCEED],
    ['Anjali', 'Fernsworth', PROCEED, { sponsorship: true }],
    ['Leander', 'Hickorymoss', REJECTED],
    ['Octavia', 'Swithinbank-Li', REJECTED_AFTER_A],
    ['Bartholomew', 'Reedmace', REJECTED_AFTER_C],
    ['Ingrid', 'Snowberry', DECLINED_OFFER],
  ]),
  ...of('therapist', [
    ['Evangeline', 'Copperthwaite', SUBMITTED],
    ['Amadou', 'Briarstone', SUBMITTED, { device: 'tablet' }],
    ['Linnea', 'Foxgrove', UNDER_REVIEW],
    ['Philippa', 'Marrowby', PROCEED, { email: 'philippa.marrowby@example.org', linkedin: 'https://www.linkedin.com/in/philippa-marrowby-demo' }],
    ['Solomon', 'Wrenfield', PROCEED],
    ['Araminta', 'Goldenrye', REJECTED],
    ['Caspian', 'Holmwick', REJECTED, { linkedin: null }],
    ['Leocadia', 'Mistlethrush', REJECTED_AFTER_FINAL],
    ['Naledi', 'Morningside-Dlu', ACCEPTED_OFFER],
    ['Fergus', 'Tidewell', REJECTED_AT_SCHEDULING],
  ]),
  ...of('pharmacist', [
    ['Hyacinth', 'Burrowes-Ama', POSITION_CLOSED],
    ['Quentin', 'Marlowick', POSITION_CLOSED],
    ['Ramona', 'Estrellado', POSITION_CLOSED, { device: 'phone' }],
    ['Viggo', 'Applegarth', POSITION_CLOSED, { linkedin: null }],
    ['Thomasina', 'Reedwhistle', POSITION_CLOSED],
    ['Ulysses', 'Kindlewood', REJECTED],
    ['Apolline', 'Drummondale', REJECTED, { sponsorship: true }],
    ['Jedidiah', 'Saltmarsh', REJECTED_AFTER_FINAL],
    ['Xiomara', 'Feathergill', ACCEPTED_OFFER],
  ]),
  ...of('nurse', [
    ['', '', STARTED],
    ['', '', STARTED, { device: 'phone' }],
    ['', '', STARTED],
  ]),
  ...of('coordinator', [
    ['', '', STARTED, { device: 'phone' }],
    ['', '', STARTED],
  ]),
  ...of('scheduling', [
    ['', '', STARTED],
    ['', '', STARTED, { device: 'phone' }],
  ]),
  ...of('analyst', [['', '', STARTED]]),
  ...of('therapist', [['', '', STARTED, { device: 'tablet' }]]),
]

function of(role: RoleKey, people: [first: string, last: string, status: number, quirk?: Quirk][]): Member[] {
  return people.map(([first, last, state, quirk = {}]) => ({ first, last, role, status: state, quirk }))
}
