"""Units: each with its dimension and its exact factor to the dimension's base.

Factors are those of the SI brochure (9th edition, 2019) and of NIST Special Publication 811 (2008); a month is a twelfth of a
year of 365.25 days. Per cent, percentage points and basis points are kept apart, and so are the scales of temperature:
a difference in one is no value in the other. Names in German, French, Spanish, Italian, Portuguese and Dutch are the commonest.
"""

from __future__ import annotations

from fractions import Fraction

_YEAR = Fraction(31557600)
_TABLE: tuple[tuple[str, str | Fraction, str], ...] = (
    ("time", "1/1000000000", "ns; nanoseconds nanosecond"),
    ("time", "1/1000000", "µs μs us; microseconds microsecond"),
    ("time", "1/1000", "ms msec; milliseconds millisecond"),
    ("time", "1", "s sec secs; seconds second Sekunden Sekunde secondes segundos segundo secondi seconden"),
    ("time", "60", "min mins; minutes minute Minuten minutos minuto minuti minuten"),
    ("time", "3600", "h hr hrs; hours hour Stunden Stunde heures heure horas hora ore uur"),
    ("time", "86400", "d; days day Tage Tagen Tag jours jour días día dias dia giorni giorno dagen dag"),
    ("time", "604800", "wk wks; weeks week Wochen Woche semaines semaine semanas semana settimane settimana weken"),
    ("time", _YEAR / 12, "mo; months month Monate Monaten Monat mois meses mes mês mesi mese maanden maand"),
    (
        "time",
        _YEAR,
        "yr yrs; years year year-old years-old Jahre Jahren Jahr années année ans an años año anos ano anni anno jaar jaren",
    ),
    ("time", 10 * _YEAR, "; decades decade Jahrzehnte Jahrzehnten Jahrzehnt décennies décennie décadas década decenni"),
    ("time", 100 * _YEAR, "; centuries century Jahrhunderte Jahrhundert siècles siècle siglos siglo secoli secolo"),
    ("mass", "1/1000000000000000", "pg; picograms"),
    ("mass", "1/1000000000000", "ng; nanograms nanogram"),
    ("mass", "1/1000000000", "µg μg ug mcg; micrograms microgram Mikrogramm"),
    ("mass", "1/1000000", "mg; milligrams milligram milligrammes Milligramm"),
    ("mass", "1/1000", "g; grams gram grammes Gramm gramos"),
    ("mass", "1", "kg; kilograms kilogram kilogrammes kilos kilo Kilogramm kilogramos"),
    ("mass", "1000", "t; tonnes tonne tons ton Tonnen toneladas tonnellate ton"),
    ("mass", "1000000", "kt; kilotonnes kilotons"),
    ("mass", "1000000000", "Mt; megatonnes megatons"),
    ("mass", "1000000000000", "Gt; gigatonnes gigatons"),
    ("mass", "0.45359237", "lb lbs; pounds-weight"),
    ("mass", "0.028349523125", "oz; ounces ounce"),
    ("length", "1/1000000000", "nm; nanometres nanometre nanometers nanometer"),
    ("length", "1/1000000", "µm μm um; micrometres micrometers microns micron"),
    ("length", "1/1000", "mm; millimetres millimetre millimeters millimeter Millimeter millimètres"),
    ("length", "1/100", "cm; centimetres centimetre centimeters centimeter Zentimeter centimètres centímetros"),
    ("length", "1", "m; metres metre meters meter Metern mètres mètre metros metro metri"),
    ("length", "1000", "km; kilometres kilometre kilometers kilometer Kilometern kilomètres kilómetros chilometri"),
    ("length", "1609.344", "mi; miles mile Meilen millas"),
    ("length", "0.3048", "ft; feet foot"),
    ("length", "0.0254", "in.; inches inch"),
    ("area", "1/1000000", "mm2 mm²; square-millimetres"),
    ("area", "1/10000", "cm2 cm²; square-centimetres square-centimeters"),
    ("area", "1", "m2 m² m^2 sqm; square-metres square-meters square-metre square-meter Quadratmeter"),
    ("area", "10000", "ha; hectares hectare Hektar hectáreas ettari"),
    ("area", "1000000", "km2 km² km^2; square-kilometres square-kilometers Quadratkilometer"),
    ("area", "4046.8564224", "; acres acre"),
    ("area", "2589988.110336", "; square-miles"),
    ("volume", "1/1000000", "µl μl µL μL ul uL; microlitres microliters"),
    ("volume", "1/1000", "ml mL cm3 cm³; millilitres milliliters millilitre milliliter Milliliter"),
    ("volume", "1/100", "cl cL; centilitres centiliters"),
    ("volume", "1/10", "dl dL; decilitres deciliters"),
    ("volume", "1", "l L; litres litre liters liter Litern litros litro litri"),
    ("volume", "1000", "m3 m³ m^3; cubic-metres cubic-meters Kubikmeter"),
    ("volume", "1000000000000", "km3 km³; cubic-kilometres cubic-kilometers"),
    ("volume", "3.785411784", "; gallons gallon"),
    ("energy", "1", "J; joules joule"),
    ("energy", "1000", "kJ; kilojoules"),
    ("energy", "1000000", "MJ; megajoules"),
    ("energy", "1000000000", "GJ; gigajoules"),
    ("energy", "1000000000000000", "PJ; petajoules"),
    ("energy", "1000000000000000000", "EJ; exajoules"),
    ("energy", "3600", "Wh; watt-hours"),
    ("energy", "3600000", "kWh; kilowatt-hours kilowatt-hour Kilowattstunden"),
    ("energy", "3600000000", "MWh; megawatt-hours"),
    ("energy", "3600000000000", "GWh; gigawatt-hours"),
    ("energy", "3600000000000000", "TWh; terawatt-hours"),
    ("energy", "4184", "kcal; kilocalories calories"),
    ("power", "1/1000", "mW; milliwatts"),
    ("power", "1", "W; watts watt"),
    ("power", "1000", "kW; kilowatts kilowatt"),
    ("power", "1000000", "MW; megawatts megawatt"),
    ("power", "1000000000", "GW; gigawatts gigawatt"),
    ("power", "1000000000000", "TW; terawatts"),
    ("frequency", "1", "Hz; hertz"),
    ("frequency", "1000", "kHz; kilohertz"),
    ("frequency", "1000000", "MHz; megahertz"),
    ("frequency", "1000000000", "GHz; gigahertz"),
    ("data", "1", "; bytes byte"),
    ("data", "1000", "kB KB; kilobytes"),
    ("data", "1000000", "MB; megabytes"),
    ("data", "1000000000", "GB; gigabytes"),
    ("data", "1000000000000", "TB; terabytes"),
    ("pressure", "1", "Pa; pascals"),
    ("pressure", "100", "hPa mbar; hectopascals"),
    ("pressure", "1000", "kPa; kilopascals"),
    ("pressure", "1000000", "MPa; megapascals"),
    ("pressure", "100000", "bar; bars"),
    ("pressure", "133.322387415", "mmHg;"),
    ("voltage", "1/1000", "mV; millivolts"),
    ("voltage", "1", "V; volts volt"),
    ("voltage", "1000", "kV; kilovolts"),
    ("current", "1/1000", "mA; milliamperes"),
    ("current", "1", "A; amperes amps"),
    ("force", "1", "N; newtons"),
    ("speed", "1/3.6", "kph km/h kmh;"),
    ("speed", "0.44704", "mph; miles-per-hour"),
    ("amount", "1/1000000000", "nmol; nanomoles"),
    ("amount", "1/1000000", "µmol μmol umol; micromoles"),
    ("amount", "1/1000", "mmol; millimoles"),
    ("amount", "1", "mol; moles"),
    ("concentration", "1/1000000000", "nM; nanomolar"),
    ("concentration", "1/1000000", "µM μM uM; micromolar"),
    ("concentration", "1/1000", "mM; millimolar"),
    ("celsius", "1", "°C ℃; degrees-Celsius degree-Celsius degrees-C Grad-Celsius degrés-Celsius grados-Celsius"),
    ("fahrenheit", "1", "°F ℉; degrees-Fahrenheit degree-Fahrenheit"),
    ("kelvin", "1", "K; kelvins kelvin"),
    ("angle", "1", "°; degrees degree Grad"),
    ("sound", "1", "dB; decibels decibel"),
    ("dose", "1", "IU; international-units"),
    ("share", "1/1000000000", "ppb; parts-per-billion"),
    ("share", "1/1000000", "ppm; parts-per-million"),
    ("permille", "1", "‰; per-mille per-mil Promille"),
    (
        "percent",
        "1",
        "% ％ pct; percent per-cent Prozent pour-cent por-ciento por-cento per-cento procent percents",
    ),
    (
        "points",
        "1",
        "pp p.p. %-points; percentage-points percentage-point Prozentpunkte Prozentpunkten Prozentpunkt points-de-pourcentage"
        " puntos-porcentuales pontos-percentuais punti-percentuali procentpunten procentpunt",
    ),
    ("points", "1/100", "bp bps; basis-points basis-point Basispunkte Basispunkten"),
    ("fold", "1", "x × -fold; fold times Mal fois veces volte vezes keer"),
)


def _read_table() -> tuple[dict[str, tuple[str, Fraction]], dict[str, tuple[str, Fraction]]]:
    symbols: dict[str, tuple[str, Fraction]] = {}
    names: dict[str, tuple[str, Fraction]] = {}
    for dimension, factor, spelt in _TABLE:
        upper, _, lower = str(factor).partition("/")
        exact = Fraction(upper) / Fraction(lower or 1)
        short, _, long = spelt.partition(";")
        symbols.update(dict.fromkeys(short.split(), (dimension, exact)))
        names.update({each.casefold(): (dimension, exact) for each in long.split()})
    return symbols, names


SYMBOLS, NAMES = _read_table()
"""Symbols keep their case: MW is no mW. In names a hyphen stands for a space or a hyphen, and case says nothing."""
CURRENCIES = {
    "US$": "USD", "A$": "AUD", "C$": "CAD", "NZ$": "NZD", "HK$": "HKD", "R$": "BRL", "$": "USD", "€": "EUR", "£": "GBP",
    "¥": "JPY", "₹": "INR", "₩": "KRW", "USD": "USD", "EUR": "EUR", "GBP": "GBP", "CHF": "CHF", "JPY": "JPY", "AUD": "AUD",
    "CAD": "CAD", "INR": "INR", "CNY": "CNY", "SEK": "SEK", "NOK": "NOK", "DKK": "DKK", "PLN": "PLN", "BRL": "BRL",
}  # fmt: skip
"""Signs and codes (ISO 4217) that stand before or behind an amount."""
CURRENCY_NAMES = {
    "dollars": "USD", "dollar": "USD", "us dollars": "USD", "euros": "EUR", "euro": "EUR", "pounds sterling": "GBP",
    "pounds": "GBP", "yen": "JPY", "rupees": "INR", "francs": "CHF", "franken": "CHF", "dólares": "USD", "dollari": "USD",
    "yuan": "CNY", "kronor": "SEK", "reais": "BRL",
}  # fmt: skip
