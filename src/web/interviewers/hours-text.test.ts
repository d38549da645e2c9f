import { expect, test } from 'vitest'
import { hoursText, stretchesOf } from './hours-text.ts'

const stretch = (from: string, to: string) => ({ from, to })

test('weekly hours are shown with the same clock as everywhere else', () => {
  expect(hoursText([stretch('09:00', '12:00'), stretch('13:30', '17:00')])).toBe('9:00 AM to 12:00 PM, 1:30 PM to 5:00 PM')
  expect(hoursText([stretch('00:15', '23:45')])).toBe('12:15 AM to 11:45 PM')
  expect(hoursText([])).toBe('')
})

test('what is shown can be typed back, and so can what people usually type', () => {
  const day = [stretch('09:00', '12:00'), stretch('13:30', '17:00')]
  expect(stretchesOf(hoursText(day))).toEqual(day)
  for (const text of ['9 to 5 PM', '9-17', '09:00-17:00', '9am-5pm', '9:00 a.m. – 5:00 p.m.', '9-5 PM'])
    expect([text, stretchesOf(text)]).toEqual([text, [stretch('09:00', '17:00')]])
  expect(stretchesOf('1-5 PM; 12-12:30 pm')).toEqual([stretch('13:00', '17:00'), stretch('12:00', '12:30')])
  expect(stretchesOf(' ')).toEqual([])
})

test('text that can’t be parsed is left for the server to reject', () => {
  expect(stretchesOf('mornings')).toEqual([stretch('mornings', '')])
  expect(stretchesOf('9-25')).toEqual([stretch('09:00', '25:00')])
})
