"""XXH3 with 64 bits: the stable hash by which an item finds its shard, the same in every language.
"""

from __future__ import annotations

_MASK = 0xFFFFFFFFFFFFFFFF
_P32_1, _P32_2, _P32_3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
_P64_1, _P64_2, _P64_3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
_P64_4, _P64_5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5

_SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)


def _read32(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")


def _read64(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 8], "little")


def _swap64(value: int) -> int:
    return int.from_bytes(value.to_bytes(8, "little"), "big")


def _rotl(value: int, bits: int) -> int:
    return (value << bits | value >> (64 - bits)) & _MASK


def _fold(a: int, b: int) -> int:
    product = a * b
    return (product ^ product >> 64) & _MASK


def _avalanche(hash_: int) -> int:
    hash_ ^= hash_ >> 37
    hash_ = hash_ * 0x165667919E3779F9 & _MASK
    return hash_ ^ hash_ >> 32


def _avalanche_of_xxh64(hash_: int) -> int:
    hash_ ^= hash_ >> 33
    hash_ = hash_ * _P64_2 & _MASK
    hash_ ^= hash_ >> 29
    hash_ = hash_ * _P64_3 & _MASK
    return hash_ ^ hash_ >> 32


def _up_to_16(data: bytes) -> int:
    size = len(data)
    if size == 0:
        return _avalanche_of_xxh64(_read64(_SECRET, 56) ^ _read64(_SECRET, 64))
    if size < 4:
        combined = data[0] << 16 | data[size >> 1] << 24 | data[-1] | size << 8
        return _avalanche_of_xxh64(combined ^ _read32(_SECRET, 0) ^ _read32(_SECRET, 4))
    if size <= 8:
        flip = _read64(_SECRET, 8) ^ _read64(_SECRET, 16)
        hash_ = (_read32(data, size - 4) | _read32(data, 0) << 32) ^ flip
        hash_ ^= _rotl(hash_, 49) ^ _rotl(hash_, 24)
        hash_ = hash_ * 0x9FB21C651E98DF25 & _MASK
        hash_ ^= (hash_ >> 35) + size
        hash_ = hash_ * 0x9FB21C651E98DF25 & _MASK
        return hash_ ^ hash_ >> 28
    low = _read64(data, 0) ^ _read64(_SECRET, 24) ^ _read64(_SECRET, 32)
    high = _read64(data, size - 8) ^ _read64(_SECRET, 40) ^ _read64(_SECRET, 48)
    return _avalanche((size + _swap64(low) + high + _fold(low, high)) & _MASK)


def _mix16(data: bytes, at: int, secret: int) -> int:
    low = _read64(data, at) ^ _read64(_SECRET, secret)
    return _fold(low, _read64(data, at + 8) ^ _read64(_SECRET, secret + 8))


def _up_to_128(data: bytes) -> int:
    size = len(data)
    acc = size * _P64_1
    for i in range((size - 1) // 32, -1, -1):
        acc += _mix16(data, 16 * i, 32 * i)
        acc += _mix16(data, size - 16 * (i + 1), 32 * i + 16)
    return _avalanche(acc & _MASK)


def _up_to_240(data: bytes) -> int:
    size = len(data)
    acc = size * _P64_1
    for i in range(8):
        acc += _mix16(data, 16 * i, 16 * i)
    acc = _avalanche(acc & _MASK)
    for i in range(8, size // 16):
        acc += _mix16(data, 16 * i, 16 * (i - 8) + 3)
    return _avalanche((acc + _mix16(data, size - 16, 136 - 17)) & _MASK)


def _accumulate(acc: list[int], data: bytes, at: int, secret: int) -> None:
    for i in range(8):
        value = _read64(data, at + 8 * i)
        key = value ^ _read64(_SECRET, secret + 8 * i)
        acc[i ^ 1] = acc[i ^ 1] + value & _MASK
        acc[i] = acc[i] + (key & 0xFFFFFFFF) * (key >> 32) & _MASK


def _scramble(acc: list[int]) -> None:
    for i in range(8):
        mixed = acc[i] ^ acc[i] >> 47 ^ _read64(_SECRET, 128 + 8 * i)
        acc[i] = mixed * _P32_1 & _MASK


def _long(data: bytes) -> int:
    size = len(data)
    acc = [_P32_3, _P64_1, _P64_2, _P64_3, _P64_4, _P32_2, _P64_5, _P32_1]
    stripes = (size - 1) // 64
    for stripe in range(stripes):
        _accumulate(acc, data, 64 * stripe, 8 * (stripe % 16))
        if stripe % 16 == 15:
            _scramble(acc)
    _accumulate(acc, data, size - 64, 192 - 64 - 7)
    result = size * _P64_1
    for i in range(4):
        low = acc[2 * i] ^ _read64(_SECRET, 11 + 16 * i)
        result += _fold(low, acc[2 * i + 1] ^ _read64(_SECRET, 19 + 16 * i))
    return _avalanche(result & _MASK)


def xxh3_64(data: bytes) -> int:
    if len(data) <= 16:
        return _up_to_16(data)
    if len(data) <= 128:
        return _up_to_128(data)
    return _up_to_240(data) if len(data) <= 240 else _long(data)
