const NUMBER = /\+?\(?\d[\d\s().\-/–]{5,20}\d/g
/** Numbers are compared by their last 10 digits, so without country code or trunk prefix. */
const COMPARED = 10

/** Returns the phone numbers in text, each as its last 10 digits; a number has 7 to 15 digits. */
export function findPhoneNumbers(text: string): string[] {
  const digits = (text.match(NUMBER) ?? []).map((number) => number.replace(/\D/g, ''))
  return [...new Set(digits.filter((digit) => digit.length >= 7 && digit.length <= 15).map((digit) => digit.slice(-COMPARED)))]
}
